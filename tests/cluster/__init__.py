"""Tests of jobs on a Dask cluster."""
