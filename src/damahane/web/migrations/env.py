"""Runs the migrations on the connection that `damahane.web.store` hands over."""

from __future__ import annotations

from alembic import context

from damahane.web.models import Base


def run() -> None:
    """Bring the tables up to date."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=Base.metadata,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # Alembic is running this, not something that looks for doctests
    run()
