// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "ui/bridge/image_conversion.h"

using namespace gapless;
using namespace gapless::ui;

class TstImageConversion final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreUprightAtEveryWidth_data()
    {
        QTest::addColumn<int>("width");
        for (int width = 1; width <= 17; ++width)
            QTest::addRow("%d", width) << width;
    }
    void rowsAreUprightAtEveryWidth()
    {
        QFETCH(int, width);
        constexpr int Height = 13;
        RgbImage image{{Height, width}, {}};
        LabelImage labels{{Height, width}, {}};
        ClassTable classes;
        for (int index = 0; index < 5; ++index)
            classes.classes.push_back({index, "c", {static_cast<std::uint8_t>(40 * index), 7, 200}, 0});
        for (int y = 0; y < Height; ++y)
            for (int x = 0; x < width; ++x) {
                image.data.insert(image.data.end(),
                                  {static_cast<std::uint8_t>(x * 10), static_cast<std::uint8_t>(y * 10),
                                   static_cast<std::uint8_t>(x + y)});
                labels.data.push_back((x + y) % 6 == 5 ? ignoreLabel : static_cast<std::uint8_t>((x + y) % 6));
            }
        const QImage picture = toImage(image);
        const QImage colored = toImage(labels, classes);
        QCOMPARE(picture.size(), QSize(width, Height));
        QCOMPARE(colored.size(), QSize(width, Height));
        image.data.assign(image.data.size(), 0); // a deep copy does not follow
        for (int y = 0; y < Height; ++y)
            for (int x = 0; x < width; ++x) {
                QCOMPARE(picture.pixel(x, y), qRgb(x * 10, y * 10, x + y));
                const int label = (x + y) % 6;
                QCOMPARE(colored.pixel(x, y), label == 5 ? qRgba(0, 0, 0, 0) : qRgb(40 * label, 7, 200));
            }
    }

    void emptyAndShortPicturesAreNull()
    {
        QVERIFY(toImage(RgbImage{}).isNull());
        QVERIFY(toImage(LabelImage{}, {}).isNull());
        QVERIFY(toImage(RgbImage{{2, 2}, {1, 2, 3}}).isNull());
    }
};

GAPLESS_TEST(TstImageConversion, "image_conversion")
#include "tst_image_conversion.moc"
