"""Which value a threshold takes."""
