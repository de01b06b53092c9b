"""Tests of the page in a real browser: Chromium, driven by Playwright."""
