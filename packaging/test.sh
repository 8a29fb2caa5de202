#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Gapless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what the tests need, builds the preset release with them and runs all. Arguments go to ctest: test.sh -R loader
#
#   bash packaging/test.sh --sanitizers [ARGUMENT...]    the presets asan and tsan instead: memory, undefined behaviour, threads
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

presets=(release)
if [ "${1:-}" = --sanitizers ]; then
    presets=(asan tsan)
    shift
fi

bash "$root/packaging/setup.sh" --tests
failed=()
for preset in "${presets[@]}"; do
    configure "$preset" -DGAPLESS_TESTS=ON
    build "$preset"
    say "Running the tests of build/$preset"
    cd "$root"
    ctest --preset "$preset" --parallel "$(build_jobs)" "$@" </dev/null || failed+=("$preset")
done
[ ${#failed[@]} -eq 0 ] || fail "tests failed in: ${failed[*]}"
