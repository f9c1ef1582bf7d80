#!/usr/bin/env bash
# Writes the lock files: every file's hash, no registry's address. What is locked stays as it is unless
# pyproject.toml asks otherwise or a package is named: scripts/lock.sh --upgrade-package redis
set -euo pipefail
cd "$(dirname "$0")/.."

readonly UV_VERSION=0.13.9
readonly TOOL_ENV=.build/lock

if [ ! -x "$TOOL_ENV/bin/uv" ]; then
    python3 -m venv "$TOOL_ENV"
    "$TOOL_ENV/bin/python" -m pip install --quiet --disable-pip-version-check "uv==$UV_VERSION"
fi

compile() { # OUTPUT SOURCE... [OPTIONS]: one lock file, good for every platform and Python from 3.11 on
    local output="$1"
    shift
    "$TOOL_ENV/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.11 \
        --no-emit-index-url --no-emit-find-links --no-header --no-config \
        --output-file "$output" "$@"
}

compile requirements.lock pyproject.toml "$@"
compile requirements-dev.lock pyproject.toml --group dev --constraint requirements.lock "$@"
compile requirements-build.lock scripts/requirements-build.in "$@"
compile requirements-node.lock scripts/requirements-node.in "$@"
compile requirements-bench.lock scripts/requirements-bench.in "$@"
