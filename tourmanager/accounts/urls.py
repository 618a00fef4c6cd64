"""Addresses of this room."""

from django.urls import path

from tourmanager.accounts import passkey_views, second_step_views, session_views, views

app_name = "accounts"
urlpatterns = [
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-in/code/", second_step_views.sign_in_code, name="sign_in_code"),
    path("sign-in/passkey/", passkey_views.sign_in, name="passkey_sign_in"),
    path("sign-in/passkey/challenge/", passkey_views.challenge, name="passkey_challenge"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("link/", views.link, name="link"),
    path("password/", views.password, name="password"),
    path("second-step/", second_step_views.manage, name="second_step"),
    path("second-step/begin/", second_step_views.begin, name="second_step_begin"),
    path("second-step/cancel/", second_step_views.cancel, name="second_step_cancel"),
    path("second-step/confirm/", second_step_views.confirm, name="second_step_confirm"),
    path("second-step/turn-off/", second_step_views.turn_off, name="second_step_off"),
    path(
        "second-step/recovery-codes/", second_step_views.new_recovery_codes, name="recovery_codes"
    ),
    path("passkeys/", passkey_views.list_passkeys, name="passkeys"),
    path("passkeys/options/", passkey_views.options, name="passkey_options"),
    path("passkeys/add/", passkey_views.add, name="passkey_add"),
    path("passkeys/<int:pk>/remove/", passkey_views.remove, name="remove_passkey"),
    path("sessions/", session_views.sessions, name="sessions"),
    path("sessions/end-others/", session_views.end_others, name="end_other_sessions"),
    path("sessions/<int:pk>/end/", session_views.end, name="end_session"),
]
