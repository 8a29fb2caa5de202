// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlay.h"

#include "tests/support/test_main.h"

using namespace gapless;

class TstOverlay final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mixesHalfAndHalfAndLeavesUnlabelledPixelsAlone()
    {
        ClassTable classes;
        classes.classes = {{0, "background", {0, 0, 0}}, {7, "cell", {255, 100, 0}}};
        const RgbImage image{{1, 3}, {100, 101, 255, 100, 101, 255, 9, 8, 7}};
        const LabelImage labels{{1, 3}, {0, 1, ignoreLabel}};
        const RgbImage mixed = cli::overlaid(image, labels, classes);
        const std::vector<std::uint8_t> expected{50, 51, 128, 178, 101, 128, 9, 8, 7};
        QCOMPARE(mixed.data, expected);
        QVERIFY(mixed.size == image.size);
    }
};

GAPLESS_TEST(TstOverlay, "overlay")
#include "tst_overlay.moc"
