// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/augmentation_words.h"

#include <QCoreApplication>
#include <QLocale>

#include "core/data/augment.h"
#include "ui/models/dataset_words.h"

namespace gapless::ui
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(augmentation_words)
};

} // namespace

QString augmentationWords(Augmentation kind, const ImageSize& crop, const ImageSize& picture)
{
    const bool isScaled = kind == Augmentation::Basic;
    QString words = Words::tr("Crops of %1 pixels at random places").arg(sizeText(crop));
    if (isScaled)
        words = Words::tr("%1, scaled by a random %2 to %3, half of them flipped left to right")
                    .arg(words, QLocale().toString(leastScale), QLocale().toString(mostScale));
    words += u'.';
    const float least = isScaled ? leastScale : 1.0F;
    if (static_cast<float>(picture.height) * least < static_cast<float>(crop.height) ||
        static_cast<float>(picture.width) * least < static_cast<float>(crop.width))
        words += Words::tr(" What the picture does not fill is black and not labelled.");
    return words;
}

} // namespace gapless::ui
