// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/types/augmentation.h"
#include "core/types/image_size.h"

namespace gapless::ui
{

/// What the loader does to a picture of that size to make crops of it, in one or two sentences. Any thread.
[[nodiscard]] QString augmentationWords(Augmentation kind, const ImageSize& crop, const ImageSize& picture);

} // namespace gapless::ui
