// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "ui/models/presets.h"

class QLabel;
class QToolButton;

namespace gapless
{
struct Error;
}

namespace gapless::ui
{

class Settings;

/// Above the settings: presets, and configurations opened from and saved to files. UI thread.
class PresetBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PresetBar)

public:
    PresetBar(Settings& settings, QWidget* parent);

    void openFile(const QString& file);
    void saveFile(const QString& file);

Q_SIGNALS:
    void opened(const QString& file);
    void failed(const QString& what, const gapless::Error& error);

private:
    void chooseOpen();
    void chooseSave();
    void update();

    Settings& m_settings;
    std::vector<Preset> m_presets;
    QToolButton* m_choice = nullptr;
};

} // namespace gapless::ui
