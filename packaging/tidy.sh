#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Gapless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the code with clang-tidy by .clang-tidy, as "cmake --build --preset tidy" does.
#
#   bash packaging/tidy.sh             all of it: an hour on two cores
#   bash packaging/tidy.sh FILE...     these .cpp files and the headers they include
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

files=()
for file in "$@"; do
    [ -f "$file" ] || fail "$file does not exist."
    files+=("$(realpath -- "$file")")
done

bash "$root/packaging/setup.sh" --tests
tools=$deps/tidy
if ! cmp -s "$root/packaging/tidy-requirements.txt" "$tools/.installed"; then
    say "Fetching clang-tidy into $tools (46 MB)"
    rm -rf "$tools"
    quietly "$deps/tidy.log" python3 -m venv "$tools" && quietly "$deps/tidy.log" "$tools/bin/pip" --disable-pip-version-check \
        --no-input install --only-binary :all: -r "$root/packaging/tidy-requirements.txt" ||
        fail "clang-tidy could not be installed; what pip says is above."
    cp "$root/packaging/tidy-requirements.txt" "$tools/.installed"
fi

configure tidy
say "Writing what Qt's moc writes"
# The targets *_autogen do the same, after having built all libraries.
while IFS= read -r info; do
    quietly "$root/build/tidy/moc.log" cmake -E cmake_autogen "$info" RelWithDebInfo || fail "moc failed for $info."
done < <(find "$root/build/tidy" -name AutogenInfo.json)

say "Checking"
[ ${#files[@]} -gt 0 ] || files=("^$root/(core|ui|app|tests)/")
cd "$root"
"$tools/bin/python" "$tools/bin/run-clang-tidy.py" -clang-tidy-binary "$tools/bin/clang-tidy" -p build/tidy -quiet -hide-progress \
    -j "$(build_jobs)" "${files[@]}" </dev/null || fail "clang-tidy has found something; it is above."
say "Nothing found"
