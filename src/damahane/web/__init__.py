"""The page: games in the browser, kept as numbered events, with the engine in processes beside it.

`damahane.web.server.serve` runs it; `damahane.web.app.create_app` makes the application.
"""
