// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCommandLinkButton;
class QLabel;

namespace gapless::ui
{

/// The empty window: what the program is for, and the two ways to begin. UI thread.
class WelcomePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WelcomePanel)

public:
    explicit WelcomePanel(QWidget* parent);
    /// While the sample is being made.
    void setBusy(bool isBusy);

Q_SIGNALS:
    void sampleChosen();
    void openChosen();

private:
    QCommandLinkButton* m_sample = nullptr;
    QCommandLinkButton* m_open = nullptr;
};

} // namespace gapless::ui
