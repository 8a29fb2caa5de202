// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"
#include "ui/bridge/mask_layers.h"

using namespace gapless;
using namespace gapless::ui;

namespace
{

ClassTable threeClasses()
{
    ClassTable table;
    table.classes = {{0, "a", {10, 20, 30}, 0}, {1, "b", {200, 0, 0}, 0}, {2, "c", {0, 0, 200}, 0}};
    return table;
}

} // namespace

class TstMaskLayers final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void labelsAreInTheirClassesColoursAtEveryWidth();
    void hiddenClassesAndIgnoredPixelsAreClear();
    void anOutlineIsTheBorderOnly();
    void patternsDifferBetweenClasses();
    void errorsAreHitsMissesAndFalseAlarms();
    void probabilityRunsThroughTheScale();
    void safeColoursTakeThePlaceOfTheSetsOwn();
    void whatDoesNotFitGivesNoLayer();
};

void TstMaskLayers::labelsAreInTheirClassesColoursAtEveryWidth()
{
    const ClassTable table = threeClasses();
    for (int width = 1; width <= 17; ++width) {
        LabelImage labels{{3, width}, {}};
        for (int i = 0; i < 3 * width; ++i)
            labels.data.push_back(static_cast<std::uint8_t>(i % 3));
        const QImage layer = labelLayer(labels, {table, {}, LabelStyle::Fill});
        QCOMPARE(layer.size(), QSize(width, 3));
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < width; ++x) {
                const Rgb& color = table.classes[static_cast<std::size_t>((y * width + x) % 3)].color;
                QCOMPARE(layer.pixelColor(x, y), QColor(color[0], color[1], color[2]));
            }
    }
}

void TstMaskLayers::hiddenClassesAndIgnoredPixelsAreClear()
{
    const LabelImage labels{{1, 4}, {0, 1, 2, ignoreLabel}};
    const QImage layer = labelLayer(labels, {threeClasses(), {true, false}, LabelStyle::Fill});
    QCOMPARE(layer.pixelColor(0, 0), QColor(10, 20, 30));
    QCOMPARE(layer.pixelColor(1, 0).alpha(), 0);
    QCOMPARE(layer.pixelColor(2, 0), QColor(0, 0, 200)); // beyond the list's end
    QCOMPARE(layer.pixelColor(3, 0).alpha(), 0);
}

void TstMaskLayers::anOutlineIsTheBorderOnly()
{
    LabelImage labels{{7, 7}, std::vector<std::uint8_t>(49, 0)};
    for (int y = 1; y <= 5; ++y)
        for (int x = 1; x <= 5; ++x)
            labels.data[static_cast<std::size_t>(y * 7 + x)] = 1;
    const QImage layer = labelLayer(labels, {threeClasses(), {false, true}, LabelStyle::Outline});
    int drawn = 0;
    for (int y = 0; y < 7; ++y)
        for (int x = 0; x < 7; ++x)
            drawn += layer.pixelColor(x, y).alpha() > 0 ? 1 : 0;
    QCOMPARE(drawn, 16); // the ring of a 5 x 5 square
    QCOMPARE(layer.pixelColor(1, 3), QColor(200, 0, 0));
    QCOMPARE(layer.pixelColor(3, 3).alpha(), 0);
}

void TstMaskLayers::patternsDifferBetweenClasses()
{
    QList<QByteArray> patterns;
    for (std::uint8_t label = 0; label < 3; ++label) {
        const LabelImage labels{{8, 8}, std::vector<std::uint8_t>(64, label)};
        const QImage layer = labelLayer(labels, {threeClasses(), {}, LabelStyle::Pattern});
        QByteArray pattern;
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 8; ++x)
                pattern += layer.pixelColor(x, y).alpha() > 0 ? '1' : '0';
        QVERIFY(pattern.contains('1') && pattern.contains('0'));
        QVERIFY(!patterns.contains(pattern));
        patterns << pattern;
    }
}

void TstMaskLayers::errorsAreHitsMissesAndFalseAlarms()
{
    const LabelImage truth{{1, 5}, {1, 1, 0, 0, ignoreLabel}};
    const LabelImage prediction{{1, 5}, {1, 2, 1, 0, 1}};
    const QImage layer = errorLayer(truth, prediction, 1);
    QCOMPARE(layer.pixelColor(0, 0), errorColor(ErrorKind::Hit));
    QCOMPARE(layer.pixelColor(1, 0), errorColor(ErrorKind::Miss));
    QCOMPARE(layer.pixelColor(2, 0), errorColor(ErrorKind::FalseAlarm));
    QCOMPARE(layer.pixelColor(3, 0).alpha(), 0);
    QCOMPARE(layer.pixelColor(4, 0).alpha(), 0);
}

void TstMaskLayers::probabilityRunsThroughTheScale()
{
    const QImage layer = probabilityLayer({{1, 3}, {0, 128, 255}});
    QCOMPARE(layer.pixelColor(0, 0), QColor(0x44, 0x01, 0x54));
    QCOMPARE(layer.pixelColor(2, 0), QColor(0xfd, 0xe7, 0x25));
    QVERIFY(layer.pixelColor(1, 0).green() > 0x80 && layer.pixelColor(1, 0).green() < 0xb0);
}

void TstMaskLayers::safeColoursTakeThePlaceOfTheSetsOwn()
{
    const ClassTable safe = withSafeColors(threeClasses());
    QCOMPARE(safe.classes[1].color, defaultClassColor(1));
    QCOMPARE(safe.classes[1].name, std::string("b"));
}

void TstMaskLayers::whatDoesNotFitGivesNoLayer()
{
    QVERIFY(labelLayer({}, {threeClasses(), {}, LabelStyle::Fill}).isNull());
    QVERIFY(labelLayer({{2, 2}, {0}}, {threeClasses(), {}, LabelStyle::Fill}).isNull());
    QVERIFY(errorLayer({{1, 1}, {0}}, {{1, 2}, {0, 0}}, 0).isNull());
    QVERIFY(errorLayer({}, {{1, 2}, {0, 0}}, 0).isNull()); // without truth there are no errors to know of
    QVERIFY(probabilityLayer({}).isNull());
}

GAPLESS_TEST(TstMaskLayers, "mask_layers")
#include "tst_mask_layers.moc"
