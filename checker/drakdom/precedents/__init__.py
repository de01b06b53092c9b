"""Precedents: rulings on record, as a folder of scenario files that say who ruled so, when, and if it still counts.

The files are the record. An index of them is rebuilt from the files, and can be thrown away.
"""
