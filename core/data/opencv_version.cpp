// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/opencv_version.h"

#include <opencv2/core/utility.hpp>

namespace gapless
{

std::string openCvVersion()
{
    return cv::getVersionString();
}

} // namespace gapless
