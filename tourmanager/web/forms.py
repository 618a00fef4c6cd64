"""Drawing of forms by Django's renderer, with this project's field templates."""

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    """Renderer that draws `{{ form }}` and `{{ field.as_field_group }}` as fields with label, help
    and errors in words.

    Widgets and error lists stand in `templates/django/forms`, where Django looks for them.
    """

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"
