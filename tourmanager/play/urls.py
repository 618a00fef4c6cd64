"""Addresses of this room."""

from django.urls import URLPattern, path

from tourmanager.play.replay import views as replay_views
from tourmanager.play.review import views as review_views
from tourmanager.play.ride_page import views
from tourmanager.play.seats import views as seat_views
from tourmanager.play.start import views as start_views
from tourmanager.play.table import set_up_views, situation_views
from tourmanager.play.talk import views as talk_views

app_name = "play"
urlpatterns: list[URLPattern] = [
    path("rides/", start_views.rides, name="rides"),
    path("rides/new/", start_views.games, name="games"),
    path("rides/new/<slug:game>/", start_views.new, name="new"),
    path("tours/<slug:slug>/stages/<int:number>/digital/", start_views.of_stage, name="of_stage"),
    path("tours/<slug:slug>/stages/<int:number>/digital/watch/", start_views.watch, name="watch"),
    path(
        "tours/<slug:slug>/stages/<int:number>/digital/situation/",
        situation_views.situation,
        name="situation",
    ),
    path("rides/<slug:slug>/", views.ride, name="ride"),
    path("rides/<slug:slug>/answer/", views.answer, name="answer"),
    path("rides/<slug:slug>/dice/", views.dice, name="dice"),
    path("rides/<slug:slug>/undo/", views.undo, name="undo"),
    path("rides/<slug:slug>/correct/", views.correct, name="correct"),
    path("rides/<slug:slug>/begin/", views.begin, name="begin"),
    path("rides/<slug:slug>/close/", views.close, name="close"),
    path("rides/<slug:slug>/again/", start_views.begin_again, name="again"),
    path("rides/<slug:slug>/seats/", seat_views.seats, name="seats"),
    path("rides/<slug:slug>/seats/<int:number>/leave/", seat_views.leave, name="leave"),
    path("rides/<slug:slug>/seats/<int:number>/hand-over/", seat_views.hand_over, name="hand_over"),
    path("rides/<slug:slug>/join/<str:key>/", seat_views.join, name="join"),
    path("rides/<slug:slug>/throws/", seat_views.verify, name="throws"),
    path("rides/<slug:slug>/replay/", replay_views.replay, name="replay"),
    path("rides/<slug:slug>/log/", replay_views.log, name="log"),
    path("rides/<slug:slug>/result/", review_views.review, name="review"),
    path("rides/<slug:slug>/set-up/", set_up_views.set_up, name="set_up"),
    path("rides/<slug:slug>/table/", set_up_views.to_table, name="to_table"),
    path("rides/<slug:slug>/talk/", talk_views.talk, name="talk"),
    path("rides/<slug:slug>/talk/close/", talk_views.close, name="talk_close"),
    path("rides/<slug:slug>/rules/<slug:key>/", views.rule, name="rule"),
]
