#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Gapless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what the tests need, builds the preset release with them and runs all. Arguments go to ctest: test.sh -R loader
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

bash "$root/packaging/setup.sh" --tests
configure release -DGAPLESS_TESTS=ON
build release
say "Running the tests"
cd "$root"
exec ctest --preset release --parallel "$(build_jobs)" "$@" </dev/null
