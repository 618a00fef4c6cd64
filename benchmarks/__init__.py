"""What the budgets of docs/architecture.md promise, measured."""
