// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTableView>

#include <sys/stat.h>

#include "core/data/augment.h"
#include "core/types/dataset_report.h"
#include "tests/support/test_main.h"
#include "tests/ui/gate.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/augmentation_words.h"
#include "ui/bridge/sample_reader.h"
#include "ui/models/pair_filter.h"
#include "ui/models/pair_list_model.h"
#include "ui/models/problem_model.h"
#include "ui/models/settings.h"
#include "ui/panels/crop_grid.h"
#include "ui/panels/crop_preview.h"
#include "ui/panels/data_panel.h"
#include "ui/panels/pair_list.h"
#include "ui/panels/pair_view.h"
#include "ui/panels/picture_view.h"

using namespace gapless;
using namespace gapless::ui;
using test::childNamed;
using test::WindowFixture;
namespace fs = std::filesystem;

namespace
{

constexpr int Patience = 30'000;

DatasetReport smallReport()
{
    DatasetReport report;
    report.pairs = {{"i/a.png", "m/a.png", {16, 20}}, {"i/b.png", "m/b.png", {32, 48}}};
    report.refused = {{"i/cut.png", "m/cut.png", {}}};
    report.problems = {{Severity::Error, "unreadable-mask", "m/cut.png", "ends too early"},
                       {Severity::Warning, "missing-mask", "i/alone.png", "no mask"},
                       {Severity::Warning, "rare-class", "m/b.png", "value 3 is rare"},
                       {Severity::Note, "orientation", "i/a.png", "it is turned"},
                       {Severity::Note, "unsupported", "i/readme.txt", "no picture"},
                       {Severity::Note, "choice", {}, "255 is ignored"}};
    return report;
}

QStringList names(const QAbstractItemModel& model)
{
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row)
        result += model.index(row, PairListModel::Name).data().toString();
    return result;
}

/// The window on a set of four pairs whose third mask is cut off, with the Data tab open.
struct Opened : WindowFixture
{
    Opened()
    {
        if (!writeSampleSet(folder.path() / "set", 4, {32, 48}))
            qFatal("the test's data cannot be written");
        fs::resize_file(folder.path() / "set/masks/sample_003.png", 60);
        window->showTab(MainWindow::Tab::Data);
        window->openFolders(QString::fromStdString((folder.path() / "set/images").string()),
                            QString::fromStdString((folder.path() / "set/masks").string()));
    }

    [[nodiscard]] DataPanel& panel() const { return window->dataPanel(); }
    [[nodiscard]] const PairList& list() const { return panel().pairs(); }
    [[nodiscard]] PairView& view() const { return panel().pairView(); }
    [[nodiscard]] QTableView& problems() const
    {
        return *childNamed<QTableView>(panel(), QStringLiteral("Problems and choices"));
    }
    [[nodiscard]] QString chosenName() const
    {
        return list().chosen() < 0
                   ? QString()
                   : QString::fromStdString(list().pairs().pair(list().chosen()).image.filename().string());
    }
    [[nodiscard]] bool isChecked() const { return window->datasets().state() == DatasetController::State::Checked; }
};

} // namespace

class TstDataPanel final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void pairsAreListedThoseWithErrorsFirst();
    void theFilterTakesNamesAndProblems();
    void twentyThousandPairsAreFilteredAtOnce();
    void thePairThatIsChosenIsShown();
    void maskAndOverlayAreDrawnInTheClassesColours();
    void aProblemLeadsToItsFile();
    void anUnreadableImageIsNamedInItsPlace();
    void theChoiceOutlivesAnotherCheck();
    void nothingIsReadWhileTheTabIsHidden();
    void theWordsSayWhatTheLoaderDoes();
    void cropsAreDrawnOfTheChosenPairAndAgain();
    void otherSettingsGiveOtherCrops();
    void aPictureLeftBeforeItCameIsAskedForAgain();
    void aFileThatHangsKeepsNeitherWindowNorProgram();
};

void TstDataPanel::pairsAreListedThoseWithErrorsFirst()
{
    PairListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setReport(smallReport());
    QCOMPARE(names(model), QStringList({QStringLiteral("\u26a0 cut.png"), QStringLiteral("\u26a0 alone.png"),
                                        QStringLiteral("a.png"), QStringLiteral("\u26a0 b.png")}));
    QCOMPARE(model.index(3, PairListModel::Size).data().toString(), QStringLiteral("32 \u00d7 48"));
    QCOMPARE(model.index(0, PairListModel::Size).data().toString(), QStringLiteral("\u2013"));
    QCOMPARE(model.problemCount(), 3);
    QCOMPARE(model.rowOf("m/b.png"), 3);
    QCOMPARE(model.rowOf("i/b.png"), 3);
    QCOMPARE(model.rowOf("i/readme.txt"), -1);
    QCOMPARE(model.remarks(2), QStringList(QStringLiteral("it is turned")));
    QCOMPARE(model.remarks(3), QStringList(QStringLiteral("Mask: value 3 is rare")));
    QVERIFY(model.pair(1).mask.empty());
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.rowOf("i/b.png"), -1);
}

void TstDataPanel::theFilterTakesNamesAndProblems()
{
    PairListModel model;
    PairFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setReport(smallReport());
    filter.setText(QStringLiteral("A"));
    QCOMPARE(names(filter), QStringList({QStringLiteral("\u26a0 alone.png"), QStringLiteral("a.png")}));
    filter.setProblemsOnly(true);
    QCOMPARE(names(filter), QStringList(QStringLiteral("\u26a0 alone.png")));
    filter.setText({});
    QCOMPARE(filter.rowCount(), 3);
}

void TstDataPanel::twentyThousandPairsAreFilteredAtOnce()
{
    constexpr int count = 20'000;
    DatasetReport report;
    for (int number = 0; number < count; ++number) {
        const std::string name = "picture_" + std::to_string(number) + ".png";
        report.pairs.push_back({"images/" + name, "masks/" + name, {256, 256}});
    }
    PairList list(nullptr);
    list.resize(300, 600);
    list.show();
    QElapsedTimer timer;
    timer.start();
    list.setReport(report);
    auto* text = childNamed<QLineEdit>(list, QStringLiteral("Filter by file name"));
    text->setText(QStringLiteral("19999"));
    (void)list.grab();
    const auto* table = childNamed<QTableView>(list, QStringLiteral("Pictures"));
    QCOMPARE(table->model()->rowCount(), 1);
    list.showFile("masks/picture_7.png"); // hidden by the filter, which gives way
    QCOMPARE(table->model()->rowCount(), count);
    QCOMPARE(list.chosen(), 7);
    (void)list.grab();
    // A hundredth of that is usual; thumbnails or measured rows would take minutes.
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
}

void TstDataPanel::thePairThatIsChosenIsShown()
{
    const Opened f;
    QTRY_VERIFY_WITH_TIMEOUT(f.isChecked(), Patience);
    QCOMPARE(f.list().pairs().rowCount(), 4);
    QCOMPARE(f.chosenName(), QStringLiteral("sample_003.png")); // the one with an error
    const QTableView* table = childNamed<QTableView>(f.list(), QStringLiteral("Pictures"));
    table->selectionModel()->setCurrentIndex(table->model()->index(2, 0), QItemSelectionModel::SelectCurrent);
    QCOMPARE(f.chosenName(), QStringLiteral("sample_002.png"));
    QVERIFY(f.view().remark().isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(f.view().view().picture().size(), QSize(48, 32), Patience);
}

void TstDataPanel::maskAndOverlayAreDrawnInTheClassesColours()
{
    SampleReader reader(nullptr, [](const SampleRequest&, std::stop_token) {
        SampleAnswer answer;
        answer.picture.image = {{2, 2}, std::vector<std::uint8_t>(12, 200)};
        answer.picture.labels = {{2, 2}, {0, 1, ignoreLabel, 1}};
        return answer;
    });
    PairView view(reader, nullptr);
    view.resize(600, 400);
    view.show();
    const ClassTable classes{MaskKind::Ids, {{0, "around", {9, 9, 9}, 1}, {1, "cell", {230, 159, 0}, 1}}, 255, 0};
    view.showPair({{"a.png", "b.png", {2, 2}}, classes}, {});
    QTRY_VERIFY(!view.view().picture().isNull());
    QCOMPARE(view.view().picture().pixelColor(1, 0), QColor(200, 200, 200));
    const auto screen = [&view](int x, int y) {
        const QImage seen = view.view().grab().toImage();
        const QPointF at = view.view().fromPicture({x + 0.5, y + 0.5}) * seen.devicePixelRatio();
        return seen.pixelColor(at.toPoint());
    };
    auto* opacity = view.findChild<QSlider*>();
    opacity->setValue(100);
    QCOMPARE(screen(1, 0), QColor(230, 159, 0));
    QCOMPARE(screen(0, 0), QColor(200, 200, 200)); // what is around is not covered
    opacity->setValue(0);
    QCOMPARE(screen(1, 0), QColor(200, 200, 200));
    view.setLayer(PairView::Layer::Mask);
    QCOMPARE(screen(1, 1), QColor(230, 159, 0));
    QCOMPARE(screen(0, 0), QColor(9, 9, 9));
    QVERIFY(!opacity->isEnabled());
    Q_EMIT view.view().hovered(QPoint(1, 1));
    QCOMPARE(view.readout(), QStringLiteral("x 1, y 1: cell"));
    Q_EMIT view.view().hovered(QPoint(0, 1));
    QCOMPARE(view.readout(), QStringLiteral("x 0, y 1: unlabelled"));
    QTest::keyClick(&view, Qt::Key_Space);
    QCOMPARE(view.layer(), PairView::Layer::Overlay);
}

void TstDataPanel::aProblemLeadsToItsFile()
{
    const Opened f;
    QTRY_VERIFY_WITH_TIMEOUT(f.isChecked(), Patience);
    const QTableView* table = childNamed<QTableView>(f.list(), QStringLiteral("Pictures"));
    table->selectionModel()->setCurrentIndex(table->model()->index(1, 0), QItemSelectionModel::SelectCurrent);
    QCOMPARE(f.chosenName(), QStringLiteral("sample_001.png"));
    childNamed<QLineEdit>(f.list(), QStringLiteral("Filter by file name"))->setText(QStringLiteral("001"));
    QTableView& problems = f.problems();
    QVERIFY(problems.isVisible());
    problems.selectionModel()->setCurrentIndex(problems.model()->index(0, 0), QItemSelectionModel::SelectCurrent);
    QCOMPARE(f.chosenName(), QStringLiteral("sample_003.png"));
    QVERIFY(!f.view().remark().isEmpty());
    // The mask is damaged; its image is shown all the same.
    QTRY_COMPARE_WITH_TIMEOUT(f.view().view().picture().size(), QSize(48, 32), Patience);
}

void TstDataPanel::anUnreadableImageIsNamedInItsPlace()
{
    const Opened f;
    QTRY_VERIFY_WITH_TIMEOUT(f.isChecked(), Patience);
    fs::remove(f.folder.path() / "set/images/sample_002.png");
    const QTableView* table = childNamed<QTableView>(f.list(), QStringLiteral("Pictures"));
    QTRY_VERIFY_WITH_TIMEOUT(!f.view().view().picture().isNull(), Patience);
    table->selectionModel()->setCurrentIndex(table->model()->index(2, 0), QItemSelectionModel::SelectCurrent);
    QTRY_VERIFY_WITH_TIMEOUT(f.view().view().emptyText().contains(QStringLiteral("sample_002.png")), Patience);
    QVERIFY(f.view().view().picture().isNull());
}

void TstDataPanel::theChoiceOutlivesAnotherCheck()
{
    const Opened f;
    QTRY_VERIFY_WITH_TIMEOUT(f.isChecked(), Patience);
    const QTableView* table = childNamed<QTableView>(f.list(), QStringLiteral("Pictures"));
    table->selectionModel()->setCurrentIndex(table->model()->index(3, 0), QItemSelectionModel::SelectCurrent);
    QCOMPARE(f.chosenName(), QStringLiteral("sample_004.png"));
    f.window->datasets().check(f.window->datasets().request());
    QVERIFY(!f.isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(f.isChecked(), Patience);
    QCOMPARE(f.chosenName(), QStringLiteral("sample_004.png"));
    QTRY_COMPARE_WITH_TIMEOUT(f.view().view().picture().size(), QSize(48, 32), Patience);
}

void TstDataPanel::nothingIsReadWhileTheTabIsHidden()
{
    int reads = 0;
    SampleReader reader(nullptr, [&](const SampleRequest&, std::stop_token) {
        ++reads;
        return SampleAnswer();
    });
    PairView view(reader, nullptr);
    view.showPair({{"a.png", {}, {}}, {}}, {});
    QVERIFY(!reader.isBusy());
    view.show();
    QTRY_VERIFY(!reader.isBusy());
    QCOMPARE(reads, 1);
}

void TstDataPanel::theWordsSayWhatTheLoaderDoes()
{
    QCOMPARE(augmentationWords(Augmentation::None, {32, 48}, {32, 48}),
             QStringLiteral("Crops of 32 \u00d7 48 pixels at random places."));
    const QString basic = augmentationWords(Augmentation::Basic, {32, 48}, {512, 512});
    QVERIFY2(basic.contains(QLocale().toString(leastScale)) && basic.contains(QLocale().toString(mostScale)),
             qPrintable(basic));
    QVERIFY(basic.contains(QStringLiteral("flipped")));
    // A picture of 50 pixels scaled by 0.75 does not fill 48.
    QVERIFY(augmentationWords(Augmentation::Basic, {32, 48}, {512, 50}).contains(QStringLiteral("not labelled")));
    QVERIFY(!augmentationWords(Augmentation::None, {32, 48}, {512, 50}).contains(QStringLiteral("not labelled")));
}

void TstDataPanel::cropsAreDrawnOfTheChosenPairAndAgain()
{
    const Opened f;
    f.window->settings().setText(QStringLiteral("training.crop_height"), QStringLiteral("32"));
    f.window->settings().setText(QStringLiteral("training.crop_width"), QStringLiteral("64"));
    QTRY_VERIFY_WITH_TIMEOUT(f.isChecked(), Patience);
    CropPreview& preview = f.panel().cropPreview();
    QVERIFY(preview.grid().crops().empty()); // hidden
    f.panel().showCrops(true);
    // The first pair's mask is damaged.
    QTRY_VERIFY_WITH_TIMEOUT(preview.grid().emptyText().contains(QStringLiteral("sample_003.png")), Patience);
    const QTableView* table = childNamed<QTableView>(f.list(), QStringLiteral("Pictures"));
    table->selectionModel()->setCurrentIndex(table->model()->index(1, 0), QItemSelectionModel::SelectCurrent);
    QTRY_COMPARE_WITH_TIMEOUT(preview.grid().crops().size(), std::size_t{CropPreview::MostCrops}, Patience);
    QCOMPARE(preview.grid().crops()[0].image.size(), QSize(64, 32));
    const QImage before = preview.grid().crops()[0].image;
    preview.againButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(preview.grid().crops()[0].image != before, Patience);
    (void)preview.grab();
}

void TstDataPanel::otherSettingsGiveOtherCrops()
{
    int asked = 0;
    SampleReader reader(nullptr, [&](const SampleRequest& request, std::stop_token) {
        ++asked;
        SampleAnswer answer;
        const ImageSize size = request.crops->size;
        const auto pixels = static_cast<std::size_t>(size.height) * static_cast<std::size_t>(size.width);
        for (int crop = 0; crop < request.crops->count; ++crop)
            answer.crops.push_back(
                {{size, std::vector<std::uint8_t>(3 * pixels)}, {size, std::vector<std::uint8_t>(pixels)}});
        return answer;
    });
    Settings settings;
    CropPreview preview(settings, reader, nullptr);
    preview.resize(600, 300);
    preview.show();
    QVERIFY(!preview.againButton()->isEnabled());
    preview.showPair({{"a.png", {}, {64, 64}}, {}});
    QTRY_COMPARE(preview.grid().crops().size(), std::size_t{CropPreview::MostCrops});
    settings.setText(QStringLiteral("training.crop_width"), QStringLiteral("96"));
    QTRY_COMPARE(preview.grid().crops().front().image.size(), QSize(96, 256));
    settings.setText(QStringLiteral("training.augment"), QStringLiteral("none"));
    QTRY_COMPARE(asked, 3);
    QVERIFY(!preview.words().contains(QStringLiteral("flipped")));
    settings.setText(QStringLiteral("training.epochs"), QStringLiteral("3")); // of no effect on crops
    QVERIFY(!reader.isBusy() || asked == 3);
    settings.setText(QStringLiteral("training.crop_height"), QStringLiteral("8192"));
    settings.setText(QStringLiteral("training.crop_width"), QStringLiteral("4096"));
    QTRY_COMPARE_WITH_TIMEOUT(preview.grid().crops().size(), std::size_t{1}, Patience); // large ones are few
}

void TstDataPanel::aPictureLeftBeforeItCameIsAskedForAgain()
{
    test::Gate gate;
    SampleReader reader(nullptr, [&](const SampleRequest&, std::stop_token) {
        gate.passUnstoppable();
        SampleAnswer answer;
        answer.picture = {{{1, 1}, {1, 2, 3}}, {{1, 1}, {0}}};
        return answer;
    });
    PairView view(reader, nullptr);
    view.show();
    view.showPair({{"a.png", {}, {}}, {}}, {});
    QTRY_COMPARE(gate.arrived(), 1);
    view.hide();
    reader.read({{"b.png", {}, {}}, {}, 3, CropRequest()}); // somebody else's
    gate.open();
    QTRY_VERIFY(!reader.isBusy());
    QVERIFY(view.view().picture().isNull());
    view.show();
    QTRY_VERIFY(!view.view().picture().isNull());
}

void TstDataPanel::aFileThatHangsKeepsNeitherWindowNorProgram()
{
    const Opened f;
    QTRY_VERIFY_WITH_TIMEOUT(f.isChecked(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(!f.view().view().picture().isNull(), Patience);
    const fs::path pipe = f.folder.path() / "set/images/sample_001.png";
    fs::remove(pipe);
    QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
    const QTableView* table = childNamed<QTableView>(f.list(), QStringLiteral("Pictures"));
    table->selectionModel()->setCurrentIndex(table->model()->index(1, 0), QItemSelectionModel::SelectCurrent);
    QCOMPARE(f.chosenName(), QStringLiteral("sample_001.png"));
    // It says so, and the next picture comes all the same.
    QTRY_VERIFY_WITH_TIMEOUT(f.view().view().picture().isNull(), Patience);
    table->selectionModel()->setCurrentIndex(table->model()->index(2, 0), QItemSelectionModel::SelectCurrent);
    QTRY_COMPARE_WITH_TIMEOUT(f.view().view().picture().size(), QSize(48, 32), Patience);
    QSignalSpy left(f.window.get(), &MainWindow::left);
    f.window->close();
    QVERIFY(!f.window->isVisible());
    QVERIFY(left.wait(Patience));
    QCOMPARE(left.first().first().toBool(), false); // left behind
    const std::ofstream end(pipe);                  // lets the reader go, for the end of this test
}

GAPLESS_TEST(TstDataPanel, "data_panel")
#include "tst_data_panel.moc"
