#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Gapless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes pictures of the window: it trains on the built-in sample and shows every tab and dialog, in light and dark. Needs no display.
#
#   bash packaging/screenshots.sh              README's pictures, into docs/
#   bash packaging/screenshots.sh --all DIR    all of them, at 1280x720 and 2560x1440 and at scale 1 and 2: minutes
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

case "${1:-}" in
    '') ;;
    --all) [ $# -eq 2 ] || fail "--all wants a folder for the pictures." ;;
    *) fail "screenshots.sh knows one option, --all DIR; '$1' is none." ;;
esac

bash "$root/packaging/setup.sh"
configure release
build release gapless

# take SCALE SIZE FOLDER: the size is the screen's, in pixels.
take() {
    local scale=$1 size=$2 folder=$3
    say "Pictures at $size, scale $scale"
    mkdir -p "$folder"
    QT_QPA_PLATFORM=offscreen QT_SCALE_FACTOR=$scale LANG=C.UTF-8 \
        quietly "$folder/log.txt" "$root/build/release/bin/gapless" --screenshots "$folder" \
        --window-size "$((${size%x*} / scale))x$((${size#*x} / scale))" ||
        fail "The pictures could not be taken; what the program says is above."
}

if [ "${1:-}" = --all ]; then
    for size in 1280x720 2560x1440; do
        take 1 "$size" "$2/$size"
    done
    take 2 2560x1440 "$2/2560x1440-scale-2"
    say "Done: $2"
else
    pictures=$(mktemp -d)
    trap 'rm -rf "$pictures"' EXIT
    take 1 1360x860 "$pictures"
    cp "$pictures/4-finished-light.png" "$root/docs/window-light.png"
    cp "$pictures/4b-masks-dark.png" "$root/docs/masks-dark.png"
    say "Done: docs/window-light.png, docs/masks-dark.png"
fi
