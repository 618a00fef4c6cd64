"""What a tour is raced by, as `Tour.game` keeps it."""

CYCLING_PARTY = "cycling_party"
FLAMME_ROUGE = "flamme_rouge"
RACE = "race"  # no board: its results are entered or brought in files
