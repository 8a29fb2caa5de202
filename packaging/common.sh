# SPDX-FileCopyrightText: 2026 The Gapless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Shared by setup.sh, run.sh, test.sh and .ci/run, which source it.
#
#   GAPLESS_DEPS    folder of the Python wheels that LibTorch comes from (default build/deps)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
deps=$(realpath -m -- "${GAPLESS_DEPS:-$root/build/deps}")
export GAPLESS_DEPS=$deps

say() { printf '[%4d s] %s\n' "$SECONDS" "$*"; }

fail() {
    printf 'gapless: %s\n' "$@" >&2
    exit 1
}

# make_folder FOLDER WHAT_ELSE
make_folder() {
    { mkdir -p "$1" && [ -w "$1" ]; } 2>/dev/null ||
        fail "$1 cannot be written to (was it made as root?). Change its owner${2:+, or $2}."
}

# quietly LOG COMMAND...: output goes to a file; its end is shown when the command fails.
quietly() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 </dev/null && return
    tail -n 25 "$log" >&2
    return 1
}

# Processor cores, but at most one job for each GB of memory. (Files that include LibTorch have a smaller pool of their own.)
build_jobs() {
    local cores memory_gb
    cores=$(nproc)
    memory_gb=$(awk '/^MemTotal:/ { print int($2 / 1000000) }' /proc/meminfo)
    [ "$memory_gb" -ge 1 ] || memory_gb=1
    echo $((cores < memory_gb ? cores : memory_gb))
}

# needs_configuring FOLDER [-DNAME=VALUE...]
needs_configuring() {
    local folder=$1 cache=$1/CMakeCache.txt option name library
    shift
    [ -f "$folder/build.ninja" ] && [ -f "$cache" ] || return 0
    [ "$root/CMakePresets.json" -nt "$folder/build.ninja" ] && return 0
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache" || return 0
    library=$(sed -n 's/^LibTorch_CPU:[A-Z]*=//p' "$cache")
    [ -z "$library" ] || [ -f "$library" ] || return 0
    for option in "$@"; do
        name=${option#-D}
        grep -q "^${name%%=*}:[A-Z]*=${name#*=}\$" "$cache" || return 0
    done
    return 1
}

# configure PRESET [-DNAME=VALUE...]: runs CMake only where something changed.
configure() {
    local preset=$1 folder=$root/build/$1 arguments=(--preset "$1")
    shift
    make_folder "$folder"
    needs_configuring "$folder" "$@" || return 0
    if [ -f "$folder/CMakeCache.txt" ]; then
        # A folder that was moved starts afresh; LibTorch is looked for again.
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt" || arguments+=(--fresh)
        arguments+=(-U 'LibTorch_[CI]*')
    fi
    say "Configuring build/$preset"
    (cd "$root" && quietly "$folder/configure.log" cmake "${arguments[@]}" "$@") ||
        fail "CMake could not configure build/$preset; what it says is above and in build/$preset/configure.log."
}

# build PRESET [TARGET...]
build() {
    local preset=$1 arguments=(--build "$root/build/$1" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(build_jobs)}")
    shift
    [ $# -eq 0 ] || arguments+=(--target "$@")
    say "Building build/$preset"
    NINJA_STATUS='[%f/%t, %e s] ' cmake "${arguments[@]}" </dev/null ||
        fail "build/$preset did not build; the compiler's message is above." \
            "If a compiler was killed for lack of memory, try again with CMAKE_BUILD_PARALLEL_LEVEL=1."
}
