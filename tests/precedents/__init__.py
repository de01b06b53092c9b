"""Precedents: the record, the index, the search, rulings that come out otherwise."""
