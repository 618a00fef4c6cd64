"""Users in the administration."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from tourmanager.accounts.models import User


@admin.register(User)
class AccountAdmin(UserAdmin):
    list_display = (
        "username",
        "shown_name",
        "tours_directed",
        "is_active",
        "is_staff",
        "date_joined",
        "last_login",
    )
    list_filter = ("is_active", "is_staff", "is_superuser", "date_joined", "last_login")
    search_fields = ("username", "first_name", "last_name", "email", "tours__name")
    ordering = ("username",)
    date_hierarchy = "date_joined"
    readonly_fields = ("date_joined", "last_login")
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        users: QuerySet[User] = super().get_queryset(request)
        return users.annotate(directed=Count("tours", distinct=True))

    @admin.display(description="name", ordering="first_name")
    def shown_name(self, user: User) -> str:
        return user.get_full_name()

    @admin.display(description="tours", ordering="directed")
    def tours_directed(self, user: User) -> int:
        return int(getattr(user, "directed", 0))
