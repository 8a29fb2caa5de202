// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Stands for libgapless_gpu.so.
extern "C" int gaplessFakeGpuLibrary()
{
    return 1;
}
