"""What strangers may bring: hostile inputs as data, random ones, and a program that is killed."""
