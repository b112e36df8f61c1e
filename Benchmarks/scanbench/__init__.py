"""Measures scanwatch beside its peers on pictures with known contents; the verbs of Scripts/bench."""
