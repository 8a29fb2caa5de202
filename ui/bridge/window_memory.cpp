// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/window_memory.h"

#include <utility>

#include <QAction>
#include <QMainWindow>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>

#include "ui/bridge/desktop_theme.h"
#include "ui/bridge/recent_folders.h"
#include "ui/bridge/run_library.h"

namespace gapless::ui
{
namespace
{

const QString GeometryKey = QStringLiteral("window/geometry");
const QString TabKey = QStringLiteral("window/tab");
const QString ThemeKey = QStringLiteral("window/theme");
const QString LanguageKey = QStringLiteral("window/language");
const QString SplitterKeys = QStringLiteral("splitters/%1");
const QString ChoiceKeys = QStringLiteral("choices/%1");
const QString RecentGroup = QStringLiteral("recent");
const QString RunsGroup = QStringLiteral("runs");
const QString ImagesKey = QStringLiteral("images");
const QString MasksKey = QStringLiteral("masks");
const QString SampleKey = QStringLiteral("sample");
const QString FolderKey = QStringLiteral("folder");

/// As they stand in the file.
constexpr std::pair<DesktopTheme::Choice, const char*> ThemeNames[] = {{DesktopTheme::Choice::System, "system"},
                                                                       {DesktopTheme::Choice::Light, "light"},
                                                                       {DesktopTheme::Choice::Dark, "dark"}};

QString nameOf(DesktopTheme::Choice choice)
{
    for (const auto& [theme, name] : ThemeNames)
        if (theme == choice)
            return QLatin1String(name);
    return {};
}

QSettings openSettings()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("gapless"), QStringLiteral("window"));
}

} // namespace

WindowMemory::WindowMemory(Parts parts)
    : m_parts(std::move(parts))
    , m_splitters(m_parts.window.findChildren<QSplitter*>())
{
    m_splitters.removeIf([](const QSplitter* splitter) { return splitter->objectName().isEmpty(); });
}

QString WindowMemory::file()
{
    return openSettings().fileName();
}

Language::Choice WindowMemory::language()
{
    return Language::choiceOf(openSettings().value(LanguageKey).toString());
}

void WindowMemory::restore()
{
    QSettings settings = openSettings();
    m_parts.window.restoreGeometry(settings.value(GeometryKey).toByteArray());
    m_parts.language.setChoice(Language::choiceOf(settings.value(LanguageKey).toString()));
    restoreParts(settings);
    restoreFolders(settings);
    const QString theme = settings.value(ThemeKey).toString();
    for (const auto& [choice, name] : ThemeNames)
        if (theme == QLatin1String(name))
            m_parts.theme.setChoice(choice);
}

void WindowMemory::restoreParts(const QSettings& settings)
{
    for (QSplitter* splitter : m_splitters)
        splitter->restoreState(settings.value(SplitterKeys.arg(splitter->objectName())).toByteArray());
    // Ticks first: the last one of a group may not be taken away.
    for (const bool isTicked : {true, false})
        for (QAction* choice : m_parts.choices)
            if (settings.value(ChoiceKeys.arg(choice->objectName()), choice->isChecked()).toBool() == isTicked)
                choice->setChecked(isTicked);
    const QString tab = settings.value(TabKey).toString();
    for (int index = 0; index < m_parts.tabs.count(); ++index)
        if (m_parts.tabs.widget(index)->objectName() == tab)
            m_parts.tabs.setCurrentIndex(index);
}

void WindowMemory::restoreFolders(QSettings& settings)
{
    // The newest stands first, and is added last.
    for (int i = settings.beginReadArray(RecentGroup) - 1; i >= 0; --i) {
        settings.setArrayIndex(i);
        m_parts.recent.add({{settings.value(ImagesKey).toString(), settings.value(MasksKey).toString()},
                            settings.value(SampleKey).toBool()});
    }
    settings.endArray();
    m_parts.recent.look();
    for (int i = 0, count = settings.beginReadArray(RunsGroup); i < count; ++i) {
        settings.setArrayIndex(i);
        m_parts.runs.addFolder(settings.value(FolderKey).toString().toStdString());
    }
    settings.endArray();
}

void WindowMemory::save() const
{
    QSettings settings = openSettings();
    settings.setValue(GeometryKey, m_parts.window.saveGeometry());
    settings.setValue(TabKey, m_parts.tabs.currentWidget()->objectName());
    settings.setValue(ThemeKey, nameOf(m_parts.theme.choice()));
    settings.setValue(LanguageKey, Language::codeOf(m_parts.language.choice()));
    for (const QSplitter* splitter : m_splitters)
        settings.setValue(SplitterKeys.arg(splitter->objectName()), splitter->saveState());
    for (const QAction* choice : m_parts.choices)
        settings.setValue(ChoiceKeys.arg(choice->objectName()), choice->isChecked());
    saveFolders(settings);
}

void WindowMemory::saveFolders(QSettings& settings) const
{
    for (const QString& group : {RecentGroup, RunsGroup})
        settings.remove(group); // what lies behind the end of a shorter list
    settings.beginWriteArray(RecentGroup);
    int place = 0;
    for (const RecentFolders::Entry& entry : m_parts.recent.entries()) {
        settings.setArrayIndex(place++);
        settings.setValue(ImagesKey, entry.folders.images);
        settings.setValue(MasksKey, entry.folders.masks);
        settings.setValue(SampleKey, entry.isSample);
    }
    settings.endArray();
    settings.beginWriteArray(RunsGroup);
    place = 0;
    for (const std::filesystem::path& folder : m_parts.runs.addedFolders()) {
        settings.setArrayIndex(place++);
        settings.setValue(FolderKey, QString::fromStdString(folder.string()));
    }
    settings.endArray();
}

} // namespace gapless::ui
