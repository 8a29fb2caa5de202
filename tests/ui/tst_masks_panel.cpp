// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QListView>
#include <QMimeData>
#include <QSlider>

#include "tests/support/barrier.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/inspector.h"
#include "ui/models/prediction_film.h"
#include "ui/models/sample_list_model.h"
#include "ui/panels/masks_panel.h"
#include "ui/panels/picture_view.h"
#include "ui/panels/train_panel.h"

using namespace gapless;
using namespace gapless::ui;
using test::Barrier;
using test::childNamed;
using test::WindowFixture;

namespace
{

constexpr int Patience = 30'000;

std::shared_ptr<const PreviewSet> previewsOf(std::int64_t epoch, int pictures = 1, int side = 8)
{
    auto set = std::make_shared<PreviewSet>();
    set->epoch = epoch;
    set->step = epoch * 4;
    const auto pixels = static_cast<std::size_t>(side * side);
    for (int i = 0; i < pictures; ++i) {
        Preview preview;
        preview.name = "sample_00" + std::to_string(i + 1) + ".png";
        preview.image = {{side, side}, std::vector<std::uint8_t>(3 * pixels, static_cast<std::uint8_t>(epoch))};
        preview.truth = {{side, side}, std::vector<std::uint8_t>(pixels, 1)};
        preview.prediction = {{side, side}, std::vector<std::uint8_t>(pixels, static_cast<std::uint8_t>(epoch % 2))};
        preview.meanIou = 0.1 * static_cast<double>(epoch);
        set->previews.push_back(std::move(preview));
    }
    return set;
}

} // namespace

class TstMasksPanel final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFileThatHangsHoldsUpNeitherTheRunNorTheNextPicture()
    {
        std::atomic<int> steps = 0;
        EngineScript script;
        script.plan.epochs = 1'000'000;
        script.plan.stepsPerEpoch = 1'000'000;
        script.stepTime = std::chrono::milliseconds(1);
        script.onStep = [&](std::int64_t, std::stop_token) -> Result<void> {
            ++steps;
            return {};
        };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(fixture.state(), RunState::Running, Patience);
        const std::filesystem::path pipe = fixture.folder.path() / "pipe.png"; // nobody writes into it
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        Inspector& inspector = fixture.window->inspector();
        QSignalSpy answered(&inspector, &Inspector::answered);
        inspector.ask({{pipe, {}, {}}});
        QVERIFY(inspector.isBusy() && inspector.isWorking());
        const int before = steps;
        QTRY_VERIFY_WITH_TIMEOUT(steps > before + 20, Patience);
        QCOMPARE(answered.count(), 0);
        inspector.ask({{fixture.folder.path() / "set/images/sample_001.png", {}, {}}});
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 1, Patience);
        QCOMPARE(answered[0][0].value<std::shared_ptr<const Inspection>>()->request.pair.image.filename().string(),
                 "sample_001.png");
        QVERIFY(inspector.isWorking()); // the pipe's thread still is
        std::ofstream(pipe) << "no picture";
        QTRY_VERIFY_WITH_TIMEOUT(!inspector.isWorking(), Patience);
        QCOMPARE(answered.count(), 1);
    }

    void theListKeepsOutsidePicturesAndSortsByScore();
    void theFilmKeepsFirstAndNewest();
    void beforeAnyNetworkItSaysWhatIsMissing();
    void aRunIsAskedWhileItIsPausedAndItsCheckpointAfterwards();
    void nothingIsAskedWhileTheTabIsHidden();
    void aDroppedImageIsPredicted();
    void anUnreadableCheckpointIsNamed();
    void theReadOutNamesClassProbabilityAndTruth();
    void spaceSwapsPredictionAndTruth();
    void theFilmShowsEarlierEpochs();
    void aClickOnThePinnedSamplesComesHere();
};

void TstMasksPanel::theListKeepsOutsidePicturesAndSortsByScore()
{
    SampleListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setPairs(DataPairs{{{"t/a.png", "m/a.png", {}}}, {{"v/b.png", "m/b.png", {}}, {"v/c.png", "m/c.png", {}}}});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.addOutside({"/else/where.png", {}, {}}), 3);
    QCOMPARE(model.addOutside({"/else/where.png", {}, {}}), 3); // once
    model.setValidationIou({0.75, std::nan("")});
    const int b = model.rowOf(SampleListModel::Set::Validation, QStringLiteral("b.png"));
    QCOMPARE(model.data(model.index(b), SampleListModel::IouRole).toDouble(), 0.75);
    const int c = model.rowOf(SampleListModel::Set::Validation, QStringLiteral("c.png"));
    QVERIFY(!model.data(model.index(c), SampleListModel::IouRole).isValid());
    QCOMPARE(model.rowOf(SampleListModel::Set::Validation, QStringLiteral("a.png")), -1);
    model.setPairs(std::vector<ImagePair>{{"x/d.png", {}, {}}});
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(model.set(1) == SampleListModel::Set::Outside);
}

void TstMasksPanel::theFilmKeepsFirstAndNewest()
{
    PredictionFilm film;
    for (std::int64_t epoch = 1; epoch <= 400; ++epoch)
        film.add(previewsOf(epoch, 1, 512)); // 1.3 MB each
    QVERIFY(film.size() < 250 && film.size() > 50);
    QCOMPARE(film.frame(0).epoch, std::int64_t{1});
    QCOMPARE(film.frame(film.size() - 1).epoch, std::int64_t{400});
    for (int i = 1; i < film.size(); ++i)
        QVERIFY(film.frame(i - 1).epoch < film.frame(i).epoch);
    film.add(previewsOf(400, 1, 8)); // the same step again
    QCOMPARE(film.frame(film.size() - 2).epoch < 400, true);
    QVERIFY(film.picture(0, QStringLiteral("sample_001.png")) != nullptr);
    QVERIFY(film.picture(0, QStringLiteral("other.png")) == nullptr);
    QVERIFY(film.picture(film.size(), QStringLiteral("sample_001.png")) == nullptr);
}

void TstMasksPanel::beforeAnyNetworkItSaysWhatIsMissing()
{
    WindowFixture f;
    f.openData();
    QTRY_COMPARE_WITH_TIMEOUT(f.window->masksPanel().samples().rowCount(), 4, Patience);
    f.window->showTab(MainWindow::Tab::Masks);
    QVERIFY(f.window->inspector().missing().contains(QStringLiteral("start training")));
    QVERIFY(f.window->masksPanel().view().picture().isNull());
    QVERIFY(!f.window->inspector().isBusy());
}

void TstMasksPanel::aRunIsAskedWhileItIsPausedAndItsCheckpointAfterwards()
{
    Barrier barrier;
    EngineScript script;
    script.plan.epochs = 2;
    script.plan.stepsPerEpoch = 4;
    script.plan.validationSamples = 2;
    script.onStep = [&](std::int64_t step, std::stop_token) -> Result<void> {
        if (step == 2)
            barrier.arrive();
        return {};
    };
    WindowFixture f(script);
    f.openData();
    MasksPanel& masks = f.window->masksPanel();
    QTRY_COMPARE_WITH_TIMEOUT(masks.samples().rowCount(), 4, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(f.start()->isEnabled(), Patience);
    f.start()->trigger();
    QVERIFY(barrier.waitForArrival());
    QTRY_VERIFY_WITH_TIMEOUT(f.state() == RunState::Running, Patience);
    f.pause()->trigger();
    barrier.open();
    QTRY_VERIFY_WITH_TIMEOUT(f.state() == RunState::Paused, Patience);
    QVERIFY(f.window->inspector().isRunAsked());

    f.window->showTab(MainWindow::Tab::Masks);
    auto* list = childNamed<QListView>(masks, QStringLiteral("Pictures"));
    QVERIFY(list != nullptr);
    list->setCurrentIndex(list->model()->index(1, 0));
    QTRY_VERIFY_WITH_TIMEOUT(masks.shown() != nullptr && masks.shown()->step == 2, Patience);
    QVERIFY(!masks.view().picture().isNull());
    QVERIFY2(masks.caption().contains(QStringLiteral("step 2")), qPrintable(masks.caption()));
    QVERIFY(f.state() == RunState::Paused);

    f.window->training().resume();
    QTRY_VERIFY_WITH_TIMEOUT(!f.window->training().isBusy(), Patience);
    QVERIFY2(f.window->inspector().checkpoint().endsWith(QStringLiteral("best.pt")),
             qPrintable(f.window->inspector().checkpoint()));
    list->setCurrentIndex(list->model()->index(2, 0));
    QTRY_VERIFY_WITH_TIMEOUT(masks.shown() != nullptr && masks.shown()->step == 8, Patience);
    QVERIFY(!masks.shown()->error);
}

void TstMasksPanel::nothingIsAskedWhileTheTabIsHidden()
{
    int looks = 0;
    EngineScript script;
    script.plan.epochs = 2;
    script.plan.stepsPerEpoch = 4;
    script.plan.validationSamples = 2;
    script.onPicture = [&looks](const InspectionRequest&) -> Result<void> {
        ++looks;
        return {};
    };
    WindowFixture f(script);
    f.openData();
    QTRY_COMPARE_WITH_TIMEOUT(f.window->masksPanel().samples().rowCount(), 4, Patience);
    QVERIFY(f.trainsToTheEnd(Patience));
    QCOMPARE(looks, 0);
}

void TstMasksPanel::aDroppedImageIsPredicted()
{
    WindowFixture f;
    f.openData();
    MasksPanel& masks = f.window->masksPanel();
    QVERIFY(f.trainsToTheEnd(Patience));
    f.window->showTab(MainWindow::Tab::Masks);
    const std::filesystem::path image = f.folder.path() / "outside.png";
    std::filesystem::copy_file(f.folder.path() / "set/images/sample_001.png", image);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(image.string()))});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&masks, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&masks, &drop);
    QTRY_VERIFY_WITH_TIMEOUT(masks.shown() != nullptr && masks.shown()->picture.name == "outside.png", Patience);
    QVERIFY(masks.shown()->picture.truth.data.empty());
    masks.setLayer(MasksPanel::Layer::Errors); // there are none to know of
    QVERIFY(masks.samples().set(masks.samples().rowCount() - 1) == SampleListModel::Set::Outside);
}

void TstMasksPanel::anUnreadableCheckpointIsNamed()
{
    WindowFixture f;
    f.openData();
    MasksPanel& masks = f.window->masksPanel();
    QTRY_COMPARE_WITH_TIMEOUT(masks.samples().rowCount(), 4, Patience);
    f.window->showTab(MainWindow::Tab::Masks);
    const std::filesystem::path broken = f.folder.path() / "broken.pt";
    std::ofstream(broken) << "no checkpoint";
    f.window->inspector().useCheckpoint(QString::fromStdString(broken.string()));
    masks.showSample(QStringLiteral("sample_002.png"));
    QTRY_VERIFY_WITH_TIMEOUT(masks.shown() != nullptr && masks.shown()->error, Patience);
    QVERIFY(masks.shown()->error->text().contains("broken.pt"));
    QVERIFY(masks.view().picture().isNull());
}

void TstMasksPanel::theReadOutNamesClassProbabilityAndTruth()
{
    WindowFixture f;
    f.openData();
    MasksPanel& masks = f.window->masksPanel();
    QVERIFY(f.trainsToTheEnd(Patience));
    f.window->showTab(MainWindow::Tab::Masks);
    masks.showSample(QStringLiteral("sample_001.png"));
    QTRY_VERIFY_WITH_TIMEOUT(masks.shown() != nullptr && !masks.shown()->error, Patience);
    const Inspection& shown = *masks.shown();
    const int width = shown.picture.prediction.size.width;
    for (const QPoint pixel : {QPoint(0, 0), QPoint(width - 1, 5), QPoint(40, 60)}) {
        const auto at = static_cast<std::size_t>(pixel.y() * width + pixel.x());
        Q_EMIT masks.view().hovered(pixel);
        const auto name = [&shown](std::uint8_t label) {
            return QString::fromStdString(shown.classes.classes[label].name);
        };
        const QString text = masks.readout();
        QVERIFY2(text.startsWith(QStringLiteral("x %1, y %2: %3")
                                     .arg(pixel.x())
                                     .arg(pixel.y())
                                     .arg(name(shown.picture.prediction.data[at]))),
                 qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("truth ") + name(shown.picture.truth.data[at])), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("%")), qPrintable(text));
    }
    Q_EMIT masks.view().hovered(std::nullopt);
    QVERIFY(masks.readout().isEmpty());
}

void TstMasksPanel::spaceSwapsPredictionAndTruth()
{
    WindowFixture f;
    MasksPanel& masks = f.window->masksPanel();
    QVERIFY(masks.layer() == MasksPanel::Layer::Prediction);
    QTest::keyClick(&masks.view(), Qt::Key_Space);
    QVERIFY(masks.layer() == MasksPanel::Layer::Truth);
    QTest::keyClick(&masks.view(), Qt::Key_Space);
    QVERIFY(masks.layer() == MasksPanel::Layer::Prediction);
}

void TstMasksPanel::theFilmShowsEarlierEpochs()
{
    WindowFixture f;
    f.openData();
    MasksPanel& masks = f.window->masksPanel();
    QTRY_COMPARE_WITH_TIMEOUT(masks.samples().rowCount(), 4, Patience);
    f.window->showTab(MainWindow::Tab::Masks);
    for (std::int64_t epoch = 1; epoch <= 3; ++epoch)
        masks.showPreviews(previewsOf(epoch));
    masks.showSample(QStringLiteral("sample_001.png"));
    QSlider* film = nullptr;
    for (QSlider* slider : masks.findChildren<QSlider*>())
        if (slider->tickPosition() == QSlider::TicksBelow)
            film = slider;
    QVERIFY(film != nullptr && film->isVisible());
    QCOMPARE(film->maximum(), 2);
    QCOMPARE(film->value(), 2);                                         // the newest
    QCOMPARE(masks.view().picture().pixelColor(0, 0), QColor(3, 3, 3)); // until it is predicted anew
    film->setValue(0);
    QVERIFY2(masks.caption().contains(QStringLiteral("after epoch 1")), qPrintable(masks.caption()));
    QCOMPARE(masks.view().picture().pixelColor(0, 0), QColor(1, 1, 1));
    film->setValue(1);
    QCOMPARE(masks.view().picture().pixelColor(0, 0), QColor(2, 2, 2));
    masks.showPreviews(previewsOf(4)); // looking back is not disturbed
    QCOMPARE(film->value(), 1);
    QCOMPARE(film->maximum(), 3);
    masks.showSample(QStringLiteral("sample_003.png")); // not pinned
    QVERIFY(!film->isVisible());
}

void TstMasksPanel::aClickOnThePinnedSamplesComesHere()
{
    WindowFixture f;
    f.openData();
    QTRY_COMPARE_WITH_TIMEOUT(f.window->masksPanel().samples().rowCount(), 4, Patience);
    Q_EMIT f.window->trainPanel().sampleChosen(QStringLiteral("sample_003.png"));
    QVERIFY(f.window->masksPanel().isVisible());
    QVERIFY2(f.window->masksPanel().caption().startsWith(QStringLiteral("sample_003.png")),
             qPrintable(f.window->masksPanel().caption()));
}

GAPLESS_TEST(TstMasksPanel, "masks_panel")
#include "tst_masks_panel.moc"
