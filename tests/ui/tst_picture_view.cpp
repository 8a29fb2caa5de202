// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include <QObject>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"
#include "ui/panels/picture_view.h"

using namespace gapless::ui;

namespace
{

QImage chequered(QSize size)
{
    QImage image(size, QImage::Format_RGB888);
    for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x)
            image.setPixelColor(x, y, (x + y) % 2 == 0 ? Qt::white : Qt::black);
    return image;
}

QImage plain(QSize size, const QColor& color)
{
    QImage image(size, QImage::Format_ARGB32);
    image.fill(color);
    return image;
}

void turnWheel(PictureView& view, QPointF position, int notches)
{
    QWheelEvent event(position, view.mapToGlobal(position), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
}

bool areNear(QPointF a, QPointF b)
{
    return (a - b).manhattanLength() < 0.01;
}

} // namespace

class TstPictureView final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPictureIsFittedAndStaysSo();
    void theWheelKeepsThePixelUnderThePointer();
    void theSameSizeKeepsZoomAndPlace();
    void draggingPansAndLeavesNoGap();
    void keysDoWhatTheMouseDoes();
    void pixelsAreToldToTheEdge();
    void theDividerIsDragged();
    void layersLieOverThePictureOnBothSidesOfTheDivider();
    void withoutAPictureItSaysWhy();

private:
    struct Shown
    {
        Shown()
        {
            view.resize(400, 300);
            view.setPicture(chequered({40, 20}));
            view.show();
        }
        PictureView view{nullptr};
    };
};

void TstPictureView::aPictureIsFittedAndStaysSo()
{
    Shown s;
    QCOMPARE(s.view.zoom(), 10.0);
    QVERIFY(areNear(s.view.fromPicture({0, 0}), {0, 50}));
    s.view.resize(200, 300);
    QCOMPARE(s.view.zoom(), 5.0);
}

void TstPictureView::theWheelKeepsThePixelUnderThePointer()
{
    Shown s;
    const QPointF position(310, 120);
    const QPointF pixel = s.view.toPicture(position);
    turnWheel(s.view, position, 3);
    QCOMPARE_GT(s.view.zoom(), 15.0);
    QVERIFY(areNear(s.view.toPicture(position), pixel));
    turnWheel(s.view, position, -50);
    QCOMPARE(s.view.zoom(), 1.0); // smaller than fitted never, but for small pictures at their own size
    turnWheel(s.view, position, 50);
    QCOMPARE(s.view.zoom(), 64.0);
}

void TstPictureView::theSameSizeKeepsZoomAndPlace()
{
    Shown s;
    turnWheel(s.view, {100, 100}, 4);
    const double zoom = s.view.zoom();
    const QPointF corner = s.view.fromPicture({0, 0});
    s.view.setPicture(plain({40, 20}, Qt::red));
    QCOMPARE(s.view.zoom(), zoom);
    QVERIFY(areNear(s.view.fromPicture({0, 0}), corner));
    s.view.setPicture(plain({20, 20}, Qt::red));
    QCOMPARE(s.view.zoom(), 15.0);
}

void TstPictureView::draggingPansAndLeavesNoGap()
{
    Shown s;
    turnWheel(s.view, {200, 150}, 5);
    const QPointF before = s.view.fromPicture({20, 10});
    QTest::mousePress(&s.view, Qt::LeftButton, {}, {200, 150});
    QTest::mouseMove(&s.view, {230, 160});
    QVERIFY(areNear(s.view.fromPicture({20, 10}), before + QPointF(30, 10)));
    QTest::mouseMove(&s.view, {5000, 150});
    QTest::mouseRelease(&s.view, Qt::LeftButton, {}, {230, 160});
    QCOMPARE(s.view.fromPicture({0, 0}).x(), 0.0);
    QTest::mouseDClick(&s.view, Qt::LeftButton);
    QCOMPARE(s.view.zoom(), 10.0);
}

void TstPictureView::keysDoWhatTheMouseDoes()
{
    Shown s;
    QTest::keyClick(&s.view, Qt::Key_Plus);
    QTest::keyClick(&s.view, Qt::Key_Plus);
    QCOMPARE(s.view.zoom(), 10 * 1.25 * 1.25);
    const QPointF corner = s.view.fromPicture({0, 0});
    QTest::keyClick(&s.view, Qt::Key_Right);
    QCOMPARE_LT(s.view.fromPicture({0, 0}).x(), corner.x());
    QTest::keyClick(&s.view, Qt::Key_Left);
    QVERIFY(areNear(s.view.fromPicture({0, 0}), corner));
    QTest::keyClick(&s.view, Qt::Key_Minus);
    QTest::keyClick(&s.view, Qt::Key_0);
    QCOMPARE(s.view.zoom(), 10.0);
}

void TstPictureView::pixelsAreToldToTheEdge()
{
    Shown s;
    std::optional<QPoint> pixel(QPoint(-1, -1));
    connect(&s.view, &PictureView::hovered, this, [&](const std::optional<QPoint>& at) { pixel = at; });
    const auto hover = [&](const QPointF& position) {
        QMouseEvent event(QEvent::MouseMove, position, s.view.mapToGlobal(position), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(&s.view, &event);
    };
    hover({0.5, 50.5});
    QCOMPARE(pixel, std::optional(QPoint(0, 0)));
    hover({399.5, 249.5});
    QCOMPARE(pixel, std::optional(QPoint(39, 19)));
    hover({200, 40});
    QVERIFY(!pixel);
    hover({200, 260});
    QVERIFY(!pixel);
}

void TstPictureView::theDividerIsDragged()
{
    Shown s;
    s.view.setLayers(plain({40, 20}, Qt::red), plain({40, 20}, Qt::blue));
    QTest::mousePress(&s.view, Qt::LeftButton, {}, {200, 150});
    QTest::mouseMove(&s.view, {100, 150});
    QTest::mouseRelease(&s.view, Qt::LeftButton, {}, {100, 150});
    QCOMPARE(s.view.divider(), 0.25);
    QCOMPARE(s.view.zoom(), 10.0);
    QVERIFY(areNear(s.view.fromPicture({0, 0}), {0, 50})); // not panned
}

void TstPictureView::layersLieOverThePictureOnBothSidesOfTheDivider()
{
    Shown s;
    s.view.setOpacity(1);
    s.view.setLayers(plain({40, 20}, Qt::red), plain({40, 20}, Qt::blue));
    s.view.setDivider(0.25);
    const QImage two = s.view.grab().toImage();
    QCOMPARE(two.pixelColor(50, 150), QColor(Qt::red));
    QCOMPARE(two.pixelColor(150, 150), QColor(Qt::blue));
    s.view.setLayers(plain({40, 20}, Qt::red));
    QCOMPARE(s.view.grab().toImage().pixelColor(150, 150), QColor(Qt::red));
    s.view.setOpacity(0);
    QCOMPARE(s.view.grab().toImage().pixelColor(5, 55), QColor(Qt::white)); // pixel 0, 0
    QCOMPARE(s.view.grab().toImage().pixelColor(15, 55), QColor(Qt::black));
}

void TstPictureView::withoutAPictureItSaysWhy()
{
    Shown s;
    s.view.setPicture({});
    const QImage silent = s.view.grab().toImage();
    s.view.setEmptyText(QStringLiteral("Nothing yet"));
    QVERIFY(s.view.grab().toImage() != silent);
    turnWheel(s.view, {10, 10}, 1); // harmless
    QTest::mouseClick(&s.view, Qt::LeftButton);
}

GAPLESS_TEST(TstPictureView, "picture_view")
#include "tst_picture_view.moc"
