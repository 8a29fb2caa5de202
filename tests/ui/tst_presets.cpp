// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QDir>
#include <QMenu>
#include <QSettings>
#include <QToolButton>

#include "core/config/config_json.h"
#include "core/config/config_validate.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/desktop_theme.h"
#include "ui/models/presets.h"
#include "ui/models/settings.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/preset_bar.h"
#include "ui/panels/settings_panel.h"

using namespace gapless;
using namespace gapless::ui;
using test::WindowFixture;

/// Presets, configurations in files, and what the window remembers.
class TstPresets final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachPresetSetsTheSameFieldsToGoodValues();
    void theMenuAppliesAPresetAndTellsIt();
    void aConfigurationIsSavedAndOpened();
    void whatCannotBeOpenedIsToldAndChangesNothing();
    void theWindowRemembersItsLayout();
};

void TstPresets::eachPresetSetsTheSameFieldsToGoodValues()
{
    const WindowFixture f; // loads the resources
    const std::vector<Preset> presets = builtInPresets();
    QCOMPARE(presets.size(), std::size_t{3});
    QStringList keys;
    for (const Preset& preset : presets) {
        QVERIFY(!preset.title.isEmpty() && !preset.help.isEmpty());
        QStringList own;
        Settings settings;
        applyPreset(preset, settings);
        QVERIFY(isApplied(preset, settings));
        for (const auto& [key, value] : preset.values) {
            own << key;
            QVERIFY2(settings.problem(key).isEmpty(), qPrintable(key + u": " + settings.problem(key)));
        }
        own.sort();
        QVERIFY(own.size() > 5);
        QVERIFY(keys.isEmpty() || own == keys); // so that going back and forth leaves nothing behind
        keys = own;
    }
    Settings settings;
    QVERIFY(isApplied(presets[1], settings)); // balanced is what one starts with
    applyPreset(presets[2], settings);
    applyPreset(presets[1], settings);
    QCOMPARE(configToJson(settings.config()), configToJson(RunConfig()));
}

void TstPresets::theMenuAppliesAPresetAndTellsIt()
{
    WindowFixture f;
    PresetBar& bar = f.window->settingsPanel().presets();
    auto* button = bar.findChild<QToolButton*>();
    QVERIFY(button != nullptr);
    QVERIFY(button->text().endsWith(QStringLiteral("Balanced")));
    button->menu()->actions().at(0)->trigger();
    QVERIFY(button->text().endsWith(QStringLiteral("Quick look")));
    QCOMPARE(f.window->settings().config().training.epochs, 12);
    f.window->settings().setText(QStringLiteral("training.epochs"), QStringLiteral("13"));
    QVERIFY2(button->text().contains(QStringLiteral("your own")), qPrintable(button->text()));
}

void TstPresets::aConfigurationIsSavedAndOpened()
{
    WindowFixture f;
    PresetBar& bar = f.window->settingsPanel().presets();
    Settings& settings = f.window->settings();
    settings.setText(QStringLiteral("training.epochs"), QStringLiteral("77"));
    settings.setText(QStringLiteral("speed.cross_epoch"), QStringLiteral("off"));
    settings.setText(QStringLiteral("output.run"), QStringLiteral("/runs/of-old"));
    const QString file = QString::fromStdString((f.folder.path() / "mine.json").string());
    bar.saveFile(file);
    settings.setConfig({});
    bar.openFile(file);
    QCOMPARE(settings.config().training.epochs, 77);
    QVERIFY(!settings.config().speed.crossEpoch);
    QVERIFY(settings.config().output.run != "/runs/of-old");            // that folder holds a run
    QVERIFY(readConfigFile(f.folder.path() / "mine.json").has_value()); // as gapless-cli --config reads it
}

void TstPresets::whatCannotBeOpenedIsToldAndChangesNothing()
{
    WindowFixture f;
    PresetBar& bar = f.window->settingsPanel().presets();
    const std::string before = configToJson(f.window->settings().config());
    const std::filesystem::path broken = f.folder.path() / "broken.json";
    std::ofstream(broken) << R"({"training": {"epochs": "many"}})";
    bar.openFile(QString::fromStdString(broken.string()));
    QVERIFY(f.window->messages().isVisible());
    QVERIFY2(f.window->messages().text().contains(QStringLiteral("training.epochs")),
             qPrintable(f.window->messages().text()));
    QCOMPARE(configToJson(f.window->settings().config()), before);
    bar.saveFile(QString::fromStdString((f.folder.path() / "no" / "such" / "folder" / "a.json").string()));
    QVERIFY(f.window->messages().text().contains(QStringLiteral("a.json")));
}

void TstPresets::theWindowRemembersItsLayout()
{
    const test::TemporaryFolder folder;
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    {
        WindowFixture f;
        f.window->rememberLayout();
        f.window->resize(1111, 777);
        f.window->theme().setChoice(DesktopTheme::Choice::Dark);
        f.window->close();
    }
    WindowFixture f;
    QVERIFY(f.window->size() != QSize(1111, 777));
    f.window->rememberLayout();
    QCOMPARE(f.window->size(), QSize(1111, 777));
    QVERIFY(f.window->theme().choice() == DesktopTheme::Choice::Dark);
    f.window->theme().setChoice(DesktopTheme::Choice::System);
}

GAPLESS_TEST(TstPresets, "presets")
#include "tst_presets.moc"
