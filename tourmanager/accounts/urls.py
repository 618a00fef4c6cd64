"""Addresses of this room."""

from django.urls import path

from tourmanager.accounts import views

app_name = "accounts"
urlpatterns = [
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("link/", views.link, name="link"),
    path("password/", views.password, name="password"),
]
