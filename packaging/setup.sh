#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Gapless developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what building and running Gapless needs: Debian packages, and LibTorch out of PyTorch's wheel.
#
#   bash packaging/setup.sh            what the program needs: about 0.7 GB to fetch, 2.3 GB on disk
#   bash packaging/setup.sh --tests    what its tests need as well (PyTorch for Python): about 3 GB to fetch, 5.9 GB on disk
#
# A second run looks, finds everything and ends at once. One that was interrupted is made good by the next.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

with_tests=no
case "${1:-}" in
    '') ;;
    --tests) with_tests=yes ;;
    *) fail "setup.sh knows one option, --tests; '$1' is none." ;;
esac

packages=(
    g++ cmake ninja-build ccache pkg-config python3 python3-venv
    nlohmann-json3-dev libspdlog-dev libcli11-dev
    libopencv-core-dev libopencv-imgproc-dev libpng-dev libjpeg-dev libtiff-dev libdeflate-dev zlib1g-dev
    qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools qt6-translations-l10n libqcustomplot-dev qt6-wayland fonts-dejavu-core
)

missing_packages() {
    local installed
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null | sed -n 's/^installed //p') || true
    printf '%s\n' "${packages[@]}" | grep -vxF -f <(printf '%s\n' "$installed") || true
}

install_packages() {
    if ! command -v dpkg-query apt-get >/dev/null; then
        fail "this system has no apt-get. Gapless needs GCC 12 or newer, CMake 3.25, Ninja, Python 3 with venv, Qt 6.4 (Widgets," \
            "PrintSupport, Svg, Test, LinguistTools), QCustomPlot 2.1 for Qt 6, OpenCV 4 (core, imgproc), libpng, libjpeg-turbo, libtiff 4.5, libdeflate, zlib, nlohmann-json," \
            "CLI11 and spdlog (on Debian: ${packages[*]})" \
            "and LibTorch 2.11. With these, build it by: cmake --preset release -DLibTorch_ROOT=FOLDER && cmake --build --preset release"
    fi
    local missing
    mapfile -t missing < <(missing_packages)
    [ ${#missing[@]} -gt 0 ] || return 0
    make_folder "$deps" "name another folder with GAPLESS_DEPS"

    local command="apt-get install --no-install-recommends ${missing[*]}" as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            fail "Debian packages are missing, and installing them takes root. Run this as root, then try again:" "  $command"
        if ! sudo -n true 2>/dev/null; then
            { [ -t 0 ] && sudo -v; } ||
                fail "Debian packages are missing, and sudo did not let us install them. Run this, then try again:" "  sudo $command"
        fi
        as_root=(sudo)
    fi
    say "Installing ${#missing[@]} Debian packages with what they need (up to 0.2 GB to fetch, 1.1 GB on disk): ${missing[*]}"
    quietly "$deps/apt.log" "${as_root[@]}" apt-get update ||
        fail "the package lists could not be fetched. Is there a network? What apt-get says is above."
    quietly "$deps/apt.log" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" ||
        fail "the Debian packages could not be installed; what apt-get says is above. Gapless is made for Debian 12 and needs" \
            "a network and 1.1 GB of disk for this. To do it by hand:  $command"
    mapfile -t missing < <(missing_packages)
    [ ${#missing[@]} -eq 0 ] || fail "these packages are still missing after their installation: ${missing[*]}"
}

venv_python=$deps/venv/bin/python
requirements=("$root/packaging/libtorch-requirements.txt")
stamp=$deps/venv/.gapless-libtorch
if [ $with_tests = yes ]; then
    requirements+=("$root/packaging/python-requirements.txt")
    stamp=$deps/venv/.gapless-python
fi

# stamp_text REQUIREMENTS...: changes with the requirements and with the system's Python.
stamp_text() {
    cat "$@"
    readlink -f "$venv_python"
}

is_complete() {
    [ -x "$venv_python" ] && [ -f "$stamp" ] && [ ! -e "$deps/.installing" ] && stamp_text "${requirements[@]}" | cmp -s - "$stamp"
}

# The pinned wheels that the environment does not hold yet.
missing_wheels() {
    "$venv_python" - "${requirements[@]}" <<'PYTHON'
import importlib.metadata as metadata, sys
for path in sys.argv[1:]:
    for line in map(str.strip, open(path)):
        name, pinned, version = line.partition("==")
        if pinned and not line.startswith(("#", "-")):
            found = next(iter(metadata.distributions(name=name)), None)
            if found is None or found.version != version:
                print(line)
PYTHON
}

check_disk() {
    local needed_mb=2000 free_mb
    [ $with_tests = no ] || needed_mb=8500
    free_mb=$(df -Pm "$deps" | awk 'NR == 2 { print $4 }')
    [ "$free_mb" -ge "$needed_mb" ] ||
        fail "$deps has $free_mb MB free, and the wheels take up to $needed_mb MB while they are being installed." \
            "Free some space, or name another folder with GAPLESS_DEPS."
}

make_environment() {
    if [ -e "$deps/.installing" ] || ! [ -x "$venv_python" ]; then
        [ ! -e "$deps/.installing" ] || say "The last installation of the wheels was interrupted: starting afresh"
        : >"$deps/.installing"
        rm -rf "$deps/venv"
        quietly "$deps/venv.log" python3 -m venv "$deps/venv" ||
            fail "the Python environment $deps/venv could not be made; what Python says is above."
        rm -f "$deps/.installing"
    fi
}

# Everything is fetched before the environment is touched, so that a lost network leaves a working environment as it was.
install_wheels() {
    local pip=("$venv_python" -m pip --disable-pip-version-check --no-input) wheels=$deps/wheels
    [ -t 1 ] || pip+=(--quiet)
    missing_wheels >"$deps/missing.txt"
    if [ -s "$deps/missing.txt" ]; then
        check_disk
        if [ $with_tests = yes ]; then
            say "Fetching PyTorch with its libraries into $deps (up to 2.8 GB to fetch, 4.9 GB on disk): minutes"
        else
            say "Fetching LibTorch into $deps (0.5 GB to fetch, 1.3 GB on disk): a minute or two"
        fi
        mkdir -p "$wheels"
        TMPDIR=$wheels "${pip[@]}" download --no-deps --only-binary :all: -d "$wheels" -r "$deps/missing.txt" </dev/null ||
            fail "the wheels could not be fetched; what pip says is above. Without a network, copy the folder $deps from a machine" \
                "that has one; behind a proxy or a mirror, set https_proxy or PIP_INDEX_URL. Then try again."
        say "Installing the wheels"
        : >"$deps/.installing"
        rm -f "$deps"/venv/.gapless-*
        "${pip[@]}" install --no-deps --no-index --find-links "$wheels" -r "$deps/missing.txt" </dev/null ||
            fail "the wheels could not be installed; what pip says is above. Try again, it starts afresh."
    fi
    check_wheels
    stamp_text "${requirements[0]}" >"$deps/venv/.gapless-libtorch"
    stamp_text "${requirements[@]}" >"$stamp"
    rm -rf "$deps/.installing" "$wheels" "$deps/missing.txt"
}

check_wheels() {
    local library
    library=$(echo "$deps"/venv/lib/python3*/site-packages/torch/lib/libtorch_cpu.so)
    [ -f "$library" ] || fail "the wheel of torch holds no $library. Delete $deps/venv and try again."
    ! ldd "$library" | grep 'not found' || fail "LibTorch does not find the libraries above. Delete $deps/venv and try again."
    [ $with_tests = no ] || quietly "$deps/python.log" "$venv_python" -c 'import cv2, numpy, PIL, torch, segmentation_models_pytorch' ||
        fail "PyTorch is installed, but Python cannot import it; what it says is above."
}

install_packages
if ! is_complete; then
    [ "$(uname -m)" = x86_64 ] ||
        fail "the pinned LibTorch is for x86-64, this machine is $(uname -m). Build with -DLibTorch_ROOT=FOLDER of a LibTorch 2.11."
    make_folder "$deps" "name another folder with GAPLESS_DEPS"
    exec 9>"$deps/.lock"
    flock -n 9 || { say "Waiting for another setup in $deps"; flock 9; }
    if ! is_complete; then
        make_environment
        install_wheels
    fi
fi
say "Everything that is needed is installed"
