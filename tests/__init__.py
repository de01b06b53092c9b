"""The tests of the law and of the court."""
