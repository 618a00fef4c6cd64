"""Addresses of this game."""

from django.urls import URLPattern, path

from tourmanager.tabletop.flamme_rouge.designs import road_views, views
from tourmanager.tabletop.flamme_rouge.set_up import views as set_up_views

app_name = "flamme_rouge"
urlpatterns: list[URLPattern] = [
    path("tours/new/flamme_rouge/<int:pk>/", set_up_views.grand_tour, name="draft"),
    # as they were before each game had its own
    path("grand-tours/new/", set_up_views.old_begin, name="old_begin"),
    path("grand-tours/<int:pk>/", set_up_views.old_draft, name="old_draft"),
    path("tours/<slug:slug>/again/", set_up_views.old_repeat, name="old_repeat"),
    path("tours/<slug:slug>/stages/<int:number>/road/", road_views.stage_road, name="stage_road"),
    path("designs/", views.designs, name="designs"),
    path("designs/new/", views.new, name="new_design"),
    path("designs/<int:pk>/edit/", views.edit, name="edit_design"),
    path("designs/<int:pk>/copy/", views.copy, name="copy_design"),
    path("designs/<int:pk>/delete/", views.delete, name="delete_design"),
    path("designs/<int:pk>/restore/", views.restore, name="restore_design"),
    path("designs/<str:code>/", views.show_shared, name="design"),
]
