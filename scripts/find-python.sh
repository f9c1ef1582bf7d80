#!/bin/sh
# Prints the first Python that is new enough, or nothing. Newest names come last: the plain one is what a
# person means, the others help where it is too old.
for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        command -v "$name"
        exit 0
    fi
done
