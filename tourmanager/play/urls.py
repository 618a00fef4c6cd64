"""Addresses of this room."""

from django.urls import URLPattern, path

from tourmanager.play import (
    replay_views,
    review_views,
    road_views,
    seat_views,
    set_up_views,
    situation_views,
    start_views,
    talk_views,
    views,
)
from tourmanager.play.designs import views as design_views
from tourmanager.play.grand_tour import views as grand_tour_views

app_name = "play"
urlpatterns: list[URLPattern] = [
    path("rides/", start_views.rides, name="rides"),
    path("rides/new/", start_views.games, name="games"),
    path("rides/new/<slug:game>/", start_views.new, name="new"),
    path("tours/<slug:slug>/stages/<int:number>/digital/", start_views.of_stage, name="of_stage"),
    path("tours/<slug:slug>/stages/<int:number>/digital/watch/", start_views.watch, name="watch"),
    path("tours/<slug:slug>/stages/<int:number>/digital/situation/", situation_views.situation, name="situation"),
    path("tours/<slug:slug>/stages/<int:number>/road/", road_views.stage_road, name="stage_road"),
    path("designs/", design_views.designs, name="designs"),
    path("designs/new/", design_views.new, name="new_design"),
    path("designs/<int:pk>/edit/", design_views.edit, name="edit_design"),
    path("designs/<int:pk>/copy/", design_views.copy, name="copy_design"),
    path("designs/<int:pk>/delete/", design_views.delete, name="delete_design"),
    path("designs/<int:pk>/restore/", design_views.restore, name="restore_design"),
    path("designs/<str:code>/", design_views.shared, name="design"),
    path("grand-tours/new/", grand_tour_views.new, name="new_grand_tour"),
    path("grand-tours/<int:pk>/", grand_tour_views.grand_tour, name="grand_tour"),
    path("tours/<slug:slug>/again/", grand_tour_views.repeat, name="repeat_grand_tour"),
    path("rides/<slug:slug>/", views.ride, name="ride"),
    path("rides/<slug:slug>/answer/", views.answer, name="answer"),
    path("rides/<slug:slug>/dice/", views.dice, name="dice"),
    path("rides/<slug:slug>/undo/", views.undo, name="undo"),
    path("rides/<slug:slug>/correct/", views.correct, name="correct"),
    path("rides/<slug:slug>/begin/", views.begin, name="begin"),
    path("rides/<slug:slug>/close/", views.close, name="close"),
    path("rides/<slug:slug>/again/", start_views.again, name="again"),
    path("rides/<slug:slug>/seats/", seat_views.seats, name="seats"),
    path("rides/<slug:slug>/seats/<int:number>/leave/", seat_views.leave, name="leave"),
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
