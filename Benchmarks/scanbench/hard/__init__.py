"""Hard pictures that are made, so that the truth is known: damaged linear codes, and pictures without any code."""
