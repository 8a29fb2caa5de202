// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace gapless
{

/// Monotonic time since construction or restart(). Any thread; not synchronised.
class Stopwatch final
{
public:
    void restart() { m_start = std::chrono::steady_clock::now(); }
    [[nodiscard]] std::chrono::steady_clock::duration elapsed() const
    {
        return std::chrono::steady_clock::now() - m_start;
    }
    [[nodiscard]] double milliseconds() const { return std::chrono::duration<double, std::milli>(elapsed()).count(); }
    [[nodiscard]] double seconds() const { return std::chrono::duration<double>(elapsed()).count(); }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace gapless
