// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "tests/support/test_main.h"
#include "tests/ui/plot_fixture.h"

using namespace gapless;
using namespace gapless::ui;
using test::PlotFixture;

namespace
{

QByteArray contents(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Where a drawing shows that colour; invalid: nowhere.
QRect drawn(const QString& svg, const QColor& color)
{
    QSvgRenderer renderer(svg);
    QImage image(renderer.viewBox().size(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    QRect place;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == color)
                place |= QRect(x, y, 1, 1);
    return place;
}

} // namespace

class TstPlotExport final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTableHoldsAllPointsInWhateverLanguage()
    {
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German)); // 0,5
        const auto restore = qScopeGuard([&before] { QLocale::setDefault(before); });
        const QTemporaryDir folder;
        PlotFixture fixture;
        fixture.raw.append(1001, 1.0 / 3);
        fixture.raw.append(200'000, std::numeric_limits<double>::quiet_NaN());
        const QString file = folder.filePath(QStringLiteral("loss.csv"));
        fixture.wheel(fixture.middle(), 10); // what is visible does not matter
        QVERIFY(fixture.plot.save(file));
        QList<QByteArray> lines = contents(file).split('\n');
        QCOMPARE(lines.takeLast(), QByteArray());
        QCOMPARE(lines.takeFirst(), QByteArray("step,raw,rate [images/s],dots"));
        QCOMPARE(lines.size(), 1002);
        for (int i = 0; i < 1000; ++i) {
            const QList<QByteArray> cells = lines.at(i).split(',');
            QCOMPARE(cells.size(), 4);
            QCOMPARE(cells.at(0).toInt(), i + 1);
            QCOMPARE(cells.at(1).toDouble(), fixture.raw.points()[static_cast<std::size_t>(i)].y);
            QCOMPARE(cells.at(2), QByteArray("20"));
            QCOMPARE(cells.at(3), (i + 1) % 100 == 0 ? QByteArray("0.5") : QByteArray());
        }
        const QList<QByteArray> third = lines.at(1000).split(',');
        QCOMPARE(third.at(0), QByteArray("1001"));
        QVERIFY(third.at(1).toDouble() == 1.0 / 3); // to the last bit
        QCOMPARE(lines.at(1001), QByteArray("200000,nan,,"));
    }

    void namesWithCommasAndQuotesStayOneCell()
    {
        const QTemporaryDir folder;
        PlotFixture fixture(1);
        fixture.plot.addCurve(
            {.series = &fixture.raw, .name = "sky, \"blue\"", .unit = {}, .color = PlotColor::Training});
        QVERIFY(fixture.plot.save(folder.filePath(QStringLiteral("a.csv"))));
        QVERIFY(contents(folder.filePath(QStringLiteral("a.csv")))
                    .startsWith("step,raw,rate [images/s],dots,\"sky, \"\"blue\"\"\"\n"));
    }

    void thePictureHasTwiceAsManyPixels()
    {
        const QTemporaryDir folder;
        PlotFixture fixture;
        const QString file = folder.filePath(QStringLiteral("loss.PNG"));
        QVERIFY(fixture.plot.save(file));
        const QImage image(file);
        QCOMPARE(image.size(), 2 * fixture.plot.size());
        // Drawn at that size, not stretched: the curve is somewhere, in its colour.
        const QColor curve = plotColor(PlotColor::Second, fixture.plot.palette());
        const QPoint area = 2 * fixture.inner.mapTo(&fixture.plot, fixture.inner.axisRect()->rect().topLeft());
        bool hasCurve = false;
        for (int y = area.y(); y < image.height() && !hasCurve; ++y)
            hasCurve = image.pixelColor(area.x() + 300, y) == curve;
        QVERIFY(hasCurve);

        fixture.plot.copyPicture();
        QCOMPARE(QGuiApplication::clipboard()->image().size(), 2 * fixture.plot.size());
    }

    void theDrawingIsValidAndHasCurvesAndWords()
    {
        const QTemporaryDir folder;
        PlotFixture fixture;
        const QString file = folder.filePath(QStringLiteral("loss.svg"));
        QVERIFY(fixture.plot.save(file));
        QXmlStreamReader reader(contents(file));
        QString words;
        while (!reader.atEnd()) {
            reader.readNext();
            if (reader.isCharacters())
                words += reader.text();
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        for (const PlotColor color : {PlotColor::Training, PlotColor::Second, PlotColor::Validation})
            QVERIFY(drawn(file, plotColor(color, fixture.plot.palette())).isValid());
        QVERIFY(words.contains(QLatin1String("loss")) && words.contains(QLatin1String("step")));
        QVERIFY(!contents(file).contains("<image")); // lines, not pixels
    }

    void aZoomedDrawingHidesWhatIsBesideTheAxes()
    {
        const QTemporaryDir folder;
        PlotFixture fixture;
        fixture.wheel(fixture.middle(), 10);
        const int items = fixture.inner.itemCount();
        const QString file = folder.filePath(QStringLiteral("zoomed.svg"));
        fixture.plot.drawNow();
        const QImage shown = fixture.plot.grab().toImage();
        QVERIFY(fixture.plot.save(file));
        QCOMPARE(fixture.plot.grab().toImage(), shown);
        fixture.plot.drawNow();
        QCOMPARE(fixture.plot.grab().toImage(), shown);
        QCOMPARE(fixture.inner.itemCount(), items);
        QRect area = fixture.inner.axisRect()->rect().translated(fixture.inner.pos());
        area.adjust(-1, -1, 1, 1); // the edge of a line
        const QRect curve = drawn(file, plotColor(PlotColor::Second, fixture.plot.palette()));
        QVERIFY(curve.isValid());
        QVERIFY(area.contains(curve));
    }

    void whatCannotBeWrittenIsTold_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"missing/loss.csv", "missing/loss.png", "missing/loss.svg", "loss.txt", "loss"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void whatCannotBeWrittenIsTold()
    {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        PlotFixture fixture;
        QSignalSpy failed(&fixture.plot, &PlotFrame::saveFailed);
        QVERIFY(!fixture.plot.save(folder.filePath(name)));
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed.constFirst().constFirst().toString().contains(name));
        QVERIFY(!QFile::exists(folder.filePath(name)));
    }

    void oneDialogSavesAllKinds()
    {
        const QTemporaryDir folder;
        PlotFixture fixture;
        fixture.plot.menu()->actions().constLast()->trigger();
        auto* dialog = fixture.plot.findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        dialog->setDirectory(folder.path());
        QVERIFY(dialog->selectedFiles().constFirst().endsWith(QLatin1String("/loss.png")));
        Q_EMIT dialog->filterSelected(dialog->nameFilters().constLast());
        QVERIFY(dialog->selectedFiles().constFirst().endsWith(QLatin1String("/loss.csv")));
        static_cast<QDialog*>(dialog)->accept();
        QTRY_VERIFY(contents(folder.filePath(QStringLiteral("loss.csv"))).startsWith("step,"));
    }
};

GAPLESS_TEST(TstPlotExport, "plot_export")
#include "tst_plot_export.moc"
