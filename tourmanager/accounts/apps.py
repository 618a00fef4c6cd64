from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "tourmanager.accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from tourmanager.accounts.sign_ins import note_sign_in

        user_logged_in.connect(note_sign_in)
