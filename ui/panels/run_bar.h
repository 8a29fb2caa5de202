// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QAction;
class QMenu;
class QToolButton;

namespace gapless::ui
{

class ElidedLabel;
class RunStarter;
class TrainingController;

/// The tool bar: folders, sample, and the commands of a run with what is missing for Start beside them. Buttons ask the
/// controller's predicates; a command that has been sent and not acknowledged is disabled and says so. UI thread.
class RunBar final : public QToolBar
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunBar)

public:
    RunBar(TrainingController& training, RunStarter& starter, QWidget* parent);

    [[nodiscard]] QAction* openAction() const { return m_open; }
    [[nodiscard]] QAction* sampleAction() const { return m_sample; }
    [[nodiscard]] QAction* startAction() const { return m_start; }
    [[nodiscard]] QAction* pauseAction() const { return m_pause; }
    [[nodiscard]] QAction* stopAction() const { return m_stop; }
    [[nodiscard]] QAction* saveAction() const { return m_save; }
    [[nodiscard]] QAction* discardAction() const { return m_discard; }
    [[nodiscard]] QString hint() const;

    /// Further entries of a command that is on the bar: by the arrow beside it, or Alt+Down on it.
    void setMenu(QAction& command, const QList<QAction*>& entries);
    void setMenu(QAction& command, QMenu& menu);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAction* addCommand(const QString& name, const QString& text, const QString& tip, const QKeySequence& keys);
    void refresh();
    void refreshPause();
    void setAccent(bool isAccented);

    TrainingController& m_training;
    RunStarter& m_starter;
    QAction* m_open = nullptr;
    QAction* m_sample = nullptr;
    QAction* m_start = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_stop = nullptr;
    QAction* m_discard = nullptr;
    QAction* m_save = nullptr;
    ElidedLabel* m_hint = nullptr;
    QString m_savedAt; ///< when "Save now" was last carried out in this run
    bool m_isAccented = false;
};

} // namespace gapless::ui
