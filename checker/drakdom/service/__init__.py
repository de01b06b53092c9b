"""The web service: a web process that accepts questions, and a court process that answers them.

They meet in a table of jobs. The web process never solves and never forks; the court has no threads and forks a child
for each job. This package alone knows FastAPI, SQLAlchemy and Alembic, which the extra `web` installs.
"""
