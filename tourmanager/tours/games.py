"""What a tour is raced by, as `Tour.game` keeps it."""

CYCLING_PARTY = "cycling_party"
FLAMME_ROUGE = "flamme_rouge"
RACE = "race"  # no board: its results are entered or brought in files

GAME_NAMES = {CYCLING_PARTY: "Cycling Party", FLAMME_ROUGE: "Flamme Rouge"}

# What stands on a jersey instead of the number, by role; a rider without any is his team.
SIGNS = {FLAMME_ROUGE: {"sprinteur": "S", "rouleur": "R"}}
