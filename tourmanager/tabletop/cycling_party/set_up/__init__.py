"""Set up a tour of Cycling Party: its plan, its checks, the model tours, the wizard."""
