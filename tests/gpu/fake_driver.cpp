// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Stands for libcuda.so.1; the build makes one for each answer.
extern "C" int cuInit(unsigned)
{
    return FAKE_INIT_CODE;
}

extern "C" int cuDeviceGetCount(int* count)
{
    *count = FAKE_DEVICES;
    return FAKE_COUNT_CODE;
}
