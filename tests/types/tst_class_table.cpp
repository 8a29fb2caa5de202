// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/class_table.h"

#include <set>

#include <QObject>
#include <QtTest/QtTest>

#include "core/types/pixels.h"
#include "tests/support/test_main.h"

using namespace gapless;

class TstClassTable final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstColoursAreOkabeAndIto();
    void allColoursDiffer();
    void anIndexOutOfRangeIsHarmless();
};

void TstClassTable::theFirstColoursAreOkabeAndIto()
{
    QCOMPARE(defaultClassColor(0), (Rgb{0, 0, 0}));
    QCOMPARE(defaultClassColor(1), (Rgb{230, 159, 0}));
    QCOMPARE(defaultClassColor(7), (Rgb{204, 121, 167}));
}

void TstClassTable::allColoursDiffer()
{
    std::set<Rgb> colours;
    for (int i = 0; i < maximumClasses; ++i)
        colours.insert(defaultClassColor(i));
    QCOMPARE(colours.size(), std::size_t{maximumClasses});
}

void TstClassTable::anIndexOutOfRangeIsHarmless()
{
    QCOMPARE(defaultClassColor(-1), defaultClassColor(8));
}

GAPLESS_TEST(TstClassTable, "class_table")
#include "tst_class_table.moc"
