"""The wire: what clients and server say to each other, and how it is written down.

``vocabulary`` words both directions share · ``codes`` reject and close codes, closed · ``to_server``
what a client may say · ``events`` what happened at the table · ``view`` the table as one viewer sees it
· ``to_client`` what the server says · ``codec`` bytes to messages and back, without ever raising at bad
input · ``generate`` schema, TypeScript and recorded samples from these types.

It knows no rule of the game and does not import the engine: tiles are notation strings, legality is the
server's.
"""
