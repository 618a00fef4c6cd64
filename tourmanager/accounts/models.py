"""Users: people who direct tours and keep the roster. Players who only look need no account."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A director or an admin; `get_full_name()` or the username is what pages show."""

    class Meta(AbstractUser.Meta):
        pass
