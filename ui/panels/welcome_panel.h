// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCommandLinkButton;

namespace gapless::ui
{

class RecentMenu;

/// The empty window: what the program is for, the two ways to begin, and what was opened before. UI thread.
class WelcomePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WelcomePanel)

public:
    /// `recent` outlives the panel.
    WelcomePanel(RecentMenu& recent, QWidget* parent);
    /// While the sample is being made.
    void setBusy(bool isBusy);

Q_SIGNALS:
    void sampleChosen();
    void openChosen();

private:
    void makeRecent(const RecentMenu& recent);

    QCommandLinkButton* m_sample = nullptr;
    QCommandLinkButton* m_open = nullptr;
    QWidget* m_recent = nullptr;
};

} // namespace gapless::ui
