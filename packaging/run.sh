#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Gapless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Gapless (preset release) and opens its window. Arguments go to the window's program.
# Where there is no display, and no argument is given, it trains on the built-in sample instead and shows what was learnt.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

train_sample() {
    local demo=$root/build/demo cli=$root/build/release/bin/gapless-cli picture
    say "No display: training on the built-in sample in build/demo"
    rm -rf "$demo"
    "$cli" sample "$demo/training"
    mkdir -p "$demo/held-out/images" "$demo/held-out/masks"
    for picture in "$demo"/training/images/*[05].png; do # every fifth is kept from the network, to judge it by
        mv "$picture" "$demo/held-out/images/"
        mv "$demo/training/masks/$(basename "$picture")" "$demo/held-out/masks/"
    done

    say "Training: a few epochs, about half a minute on two cores"
    "$cli" train --images "$demo/training/images" --masks "$demo/training/masks" \
        --val-images "$demo/held-out/images" --val-masks "$demo/held-out/masks" \
        --crop 96 96 --epochs 12 --run "$demo/run"
    say "Predicting the pictures that were held out, with the best checkpoint"
    "$cli" predict --checkpoint "$demo/run/checkpoints/best.pt" --images "$demo/held-out/images" --out "$demo/predicted" --overlay
    "$cli" evaluate --checkpoint "$demo/run/checkpoints/best.pt" --images "$demo/held-out/images" --masks "$demo/held-out/masks"
    say "Done. Predicted masks: build/demo/predicted    run folder: build/demo/run"
}

bash "$root/packaging/setup.sh"
configure release
build release gapless gapless-cli
if [ $# -eq 0 ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    train_sample
else
    say "Opening the window"
    exec "$root/build/release/bin/gapless" "$@"
fi
