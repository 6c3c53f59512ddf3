"""The history of the tables; brought up to date whenever the app starts."""
