// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace gapless
{

/// Of the OpenCV that is loaded, which may be newer than the one this was built with. Any thread.
[[nodiscard]] std::string openCvVersion();

} // namespace gapless
