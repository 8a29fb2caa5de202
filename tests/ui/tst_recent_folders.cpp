// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSplitter>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/recent_folders.h"
#include "ui/models/settings.h"
#include "ui/panels/masks_panel.h"
#include "ui/panels/plot_grid.h"
#include "ui/panels/recent_menu.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/train_panel.h"
#include "ui/panels/welcome_panel.h"

using namespace gapless;
using namespace gapless::ui;
using test::WindowFixture;
namespace fs = std::filesystem;

namespace
{

QString text(const fs::path& path)
{
    return QString::fromStdString(path.string());
}

/// Makes the two folders.
FolderPair pairIn(const fs::path& folder)
{
    fs::create_directories(folder / "images");
    fs::create_directories(folder / "masks");
    return {text(folder / "images"), text(folder / "masks")};
}

int visibleCount(const QList<QAction*>& actions)
{
    return static_cast<int>(std::ranges::count_if(actions, &QAction::isVisible));
}

int visibleButtons(const QWidget& welcome)
{
    return static_cast<int>(std::ranges::count_if(welcome.findChildren<QToolButton*>(), &QToolButton::isVisible));
}

} // namespace

class TstRecentFolders final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNewestIsFirstAndEightAreKept()
    {
        RecentFolders recent(nullptr);
        for (int i = 0; i < 10; ++i)
            recent.add({{QString::number(i), QStringLiteral("masks")}});
        QCOMPARE(recent.entries().size(), RecentFolders::Most);
        QCOMPARE(recent.entries().constFirst().folders.images, QStringLiteral("9"));
        recent.add({{QStringLiteral("5"), QStringLiteral("masks")}});
        QCOMPARE(recent.entries().size(), RecentFolders::Most);
        QCOMPARE(recent.entries().constFirst().folders.images, QStringLiteral("5"));
        QCOMPARE(recent.entries().at(1).folders.images, QStringLiteral("9"));
        recent.clear();
        QVERIFY(recent.entries().isEmpty());
    }

    void whatIsGoneIsDisabledAndNamed()
    {
        const test::TemporaryFolder folder;
        RecentFolders recent(nullptr);
        RecentMenu menu(recent, nullptr);
        recent.add({pairIn(folder.path() / "a & b")});
        recent.add({pairIn(folder.path() / "gone")});
        recent.add({{QStringLiteral("/no/sample/images"), QStringLiteral("/no/sample/masks")}, true});
        fs::remove_all(folder.path() / "gone" / "masks");
        recent.look();
        QVERIFY(recent.isBusy());
        QTRY_VERIFY(!recent.isBusy());
        const QList<QAction*>& actions = menu.folderActions();
        QCOMPARE(visibleCount(actions), 3);
        QVERIFY(actions.at(0)->isEnabled()); // the sample can be made again
        QVERIFY(!actions.at(1)->isEnabled());
        QVERIFY2(actions.at(1)->toolTip().contains(text(folder.path() / "gone" / "masks")),
                 qPrintable(actions.at(1)->toolTip()));
        QVERIFY(actions.at(1)->text().endsWith(QStringLiteral("(not there any more)")));
        QVERIFY(actions.at(2)->isEnabled());
        QVERIFY2(actions.at(2)->text().contains(QStringLiteral("a && b: images, masks")),
                 qPrintable(actions.at(2)->text()));
        fs::create_directories(folder.path() / "gone" / "masks");
        recent.look();
        QTRY_VERIFY(actions.at(1)->isEnabled());
        menu.clearAction()->trigger();
        QCOMPARE(visibleCount(actions), 0);
        QVERIFY(!menu.clearAction()->isEnabled());
    }

    void openedFoldersCanBeOpenedAgain()
    {
        WindowFixture fixture;
        RecentMenu& menu = fixture.window->recentMenu();
        QCOMPARE(visibleCount(menu.folderActions()), 0);
        fixture.openData();
        const QString images = fixture.window->settings().text(QStringLiteral("data.images"));
        QTRY_COMPARE(visibleCount(menu.folderActions()), 1);
        fixture.window->openFolders({}, {});
        QTRY_COMPARE(visibleButtons(fixture.window->welcome()), 1);
        auto* button = fixture.window->welcome().findChild<QToolButton*>();
        QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
        const QImage plain = button->grab().toImage();
        button->setFocus(Qt::TabFocusReason);
        QVERIFY(button->hasFocus());
        QVERIFY(button->grab().toImage() != plain); // to be seen by who works with keys
        QTest::keyClick(button, Qt::Key_Space);
        QCOMPARE(fixture.window->settings().text(QStringLiteral("data.images")), images);
    }

    void foldersThatCannotBeReadAreNotKept()
    {
        WindowFixture fixture;
        fixture.window->openFolders(QStringLiteral("/no/such/images"), QStringLiteral("/no/such/masks"));
        QTRY_COMPARE(fixture.window->datasets().state(), DatasetController::State::Failed);
        QVERIFY(fixture.window->recent().entries().isEmpty());
    }

    void plotsAreChosenOnlyWhereThereAreSome()
    {
        WindowFixture fixture;
        const QToolButton* chooser = fixture.window->trainPanel().plotChooser();
        QVERIFY(!chooser->isVisible());
        fixture.openData();
        QVERIFY(chooser->isVisible());
        fixture.window->showTab(MainWindow::Tab::Data);
        QVERIFY(!chooser->isVisible());
        fixture.window->openFolders({}, {});
        fixture.window->showTab(MainWindow::Tab::Train);
        QVERIFY(!chooser->isVisible());
    }

    void theWindowRemembersThem()
    {
        const test::TemporaryFolder folder;
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, text(folder.path()));
        const FolderPair first = pairIn(folder.path() / "first");
        const FolderPair second = pairIn(folder.path() / "second");
        fs::create_directories(folder.path() / "elsewhere");
        QList<int> sizes;
        {
            WindowFixture fixture;
            fixture.window->rememberLayout();
            fixture.window->recent().add({first});
            fixture.window->recent().add({second, true});
            const PlotGrid& grid = fixture.window->trainPanel().grid();
            for (QAction* choice : grid.choices())
                choice->setChecked(choice->objectName() == QLatin1String("rate"));
            fixture.window->runsPanel().addFolder(text(folder.path() / "elsewhere"));
            fixture.window->showTab(MainWindow::Tab::Masks);
            auto* splitter = fixture.window->masksPanel().findChild<QSplitter*>(QStringLiteral("masks"));
            QVERIFY(splitter != nullptr);
            splitter->setSizes({250, 500, 250});
            sizes = splitter->sizes();
            fixture.window->close();
        }
        WindowFixture fixture;
        QVERIFY(fixture.window->recent().entries().isEmpty());
        fixture.window->rememberLayout();
        QCOMPARE(fixture.window->recent().entries().size(), 2);
        QVERIFY(fixture.window->recent().entries().at(0).folders == second);
        QVERIFY(fixture.window->recent().entries().at(0).isSample);
        QVERIFY(fixture.window->recent().entries().at(1).folders == first);
        QVERIFY(!fixture.window->recent().entries().at(1).isSample);
        const QList<PlotFrame*> shown = fixture.window->trainPanel().grid().shownPlots();
        QCOMPARE(shown.size(), 1);
        QVERIFY(fixture.window->masksPanel().isVisible());
        QCOMPARE(fixture.window->masksPanel().findChild<QSplitter*>(QStringLiteral("masks"))->sizes(), sizes);

        // And that folder of runs can be left out again.
        QPushButton& remove = fixture.window->runsPanel().removeButton();
        fixture.window->showTab(MainWindow::Tab::Runs);
        QVERIFY(remove.isVisible());
        QCOMPARE(remove.menu()->actions().size(), 1);
        QCOMPARE(remove.menu()->actions().constFirst()->text(), text(folder.path() / "elsewhere"));
        remove.menu()->actions().constFirst()->trigger();
        QVERIFY(!remove.isVisible());
    }
};

GAPLESS_TEST(TstRecentFolders, "recent_folders")
#include "tst_recent_folders.moc"
