"""Tests, laid out as the packages are, plus properties, end-to-end, browser and repository checks."""
