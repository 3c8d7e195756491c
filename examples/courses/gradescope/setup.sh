#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image of the autograder.
set -euo pipefail
apt-get update
apt-get install -y --no-install-recommends bubblewrap python3 python3-venv
python3 -m venv /opt/spielbaum
/opt/spielbaum/bin/pip install spielbaum
ln -s /opt/spielbaum/bin/spielbaum /usr/local/bin/spielbaum
