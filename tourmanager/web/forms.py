"""Forms are drawn by Django's renderer, with this project's field templates."""

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    pass
