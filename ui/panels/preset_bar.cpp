// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/preset_bar.h"

#include <algorithm>

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "core/config/config_fields.h"
#include "ui/bridge/settings_file.h"
#include "ui/models/settings.h"

namespace gapless::ui
{

PresetBar::PresetBar(Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_presets(builtInPresets())
    , m_choice(new QToolButton(this))
{
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    for (const Preset& preset : m_presets) {
        QAction* action = menu->addAction(preset.title);
        action->setToolTip(preset.help);
        connect(action, &QAction::triggered, this, [this, &preset] { applyPreset(preset, m_settings); });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Open settings\u2026")), &QAction::triggered, this, &PresetBar::chooseOpen);
    connect(menu->addAction(tr("Save settings\u2026")), &QAction::triggered, this, &PresetBar::chooseSave);
    m_choice->setMenu(menu);
    m_choice->setPopupMode(QToolButton::InstantPopup);
    m_choice->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_choice->setFocusPolicy(Qt::StrongFocus);
    m_choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_choice->setAccessibleName(tr("Preset"));
    m_choice->setToolTip(
        tr("Settings that go well together, and settings saved to a file, which gapless-cli takes with "
           "--config."));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 0, 8, 8);
    layout->addWidget(m_choice);
    connect(&m_settings, &Settings::changed, this, &PresetBar::update);
    update();
}

void PresetBar::update()
{
    const auto applied =
        std::ranges::find_if(m_presets, [this](const Preset& preset) { return isApplied(preset, m_settings); });
    m_choice->setText(applied == m_presets.end() ? tr("Preset: your own") : tr("Preset: %1").arg(applied->title));
}

void PresetBar::openFile(const QString& file)
{
    const Result<RunConfig> config = openConfiguration(file);
    if (!config) {
        Q_EMIT failed(tr("The settings could not be opened."), config.error());
        return;
    }
    m_settings.setConfig(*config);
    Q_EMIT opened(file);
}

void PresetBar::saveFile(const QString& file)
{
    if (const Result<void> saved = saveConfiguration(m_settings.config(), file); !saved)
        Q_EMIT failed(tr("The settings could not be saved."), saved.error());
}

void PresetBar::chooseOpen()
{
    auto* dialog = new QFileDialog(this, tr("Settings to open"), {}, tr("Settings (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &PresetBar::openFile);
    dialog->open();
}

void PresetBar::chooseSave()
{
    auto* dialog = new QFileDialog(this, tr("File for the settings"),
                                   QDir::homePath() + QStringLiteral("/settings.json"), tr("Settings (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, &PresetBar::saveFile);
    dialog->open();
}

} // namespace gapless::ui
