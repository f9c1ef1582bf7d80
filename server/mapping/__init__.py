"""Where the rules and the wire meet: the one place to read for what leaves the house (DESIGN §1).

``words`` tiles, melds, payments, commands, offers · ``stream`` engine events as each viewer may know them ·
``snapshot`` a table as a viewer sees it · ``result`` a finished hand · ``prompts`` what a seat is asked ·
``hints`` what a hand waits for · ``room`` options and their differences.

Nothing else in ``server`` imports both ``engine`` and ``protocol``; a test holds it to that. What a viewer
may see is decided by ``engine.views``; here it is only put into the wire's words.
"""
