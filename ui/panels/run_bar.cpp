// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_bar.h"

#include <QAction>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QTime>
#include <QToolButton>

#include "ui/bridge/run_starter.h"
#include "ui/bridge/training_controller.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/themed_icon.h"

namespace gapless::ui
{

using Pending = TrainingController::Pending;

RunBar::RunBar(TrainingController& training, RunStarter& starter, QWidget* parent)
    : QToolBar(tr("Run"), parent)
    , m_training(training)
    , m_starter(starter)
{
    setObjectName(QStringLiteral("runBar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize({20, 20});
    m_open = addCommand(QStringLiteral("open"), tr("Open folders"), tr("Choose the folders of images and masks"),
                        QKeySequence::Open);
    m_sample = addCommand(QStringLiteral("sample"), tr("Sample"),
                          tr("Take the built-in sample: generated pictures of four classes"),
                          QKeySequence(tr("Ctrl+Shift+O")));
    addSeparator();
    m_start = addCommand(QStringLiteral("start"), tr("Start"), {}, QKeySequence(tr("F5")));
    m_pause = addCommand(QStringLiteral("pause"), tr("Pause"), {}, QKeySequence(tr("F6")));
    m_stop = addCommand(QStringLiteral("stop"), tr("Stop"), tr("Finish this step, write the checkpoint, end the run"),
                        QKeySequence(tr("F7")));
    m_discard = new QAction(tr("Stop without saving"), this);
    m_discard->setToolTip(tr("Finish this step and end the run; the last checkpoint written stays"));
    auto* saveToo = new QAction(tr("Stop and save"), this);
    connect(saveToo, &QAction::triggered, m_stop, &QAction::trigger);
    setMenu(*m_stop, {saveToo, m_discard});
    m_save = addCommand(QStringLiteral("save"), tr("Save now"),
                        tr("Write the checkpoint \u201clast\u201d after this step, and go on"), QKeySequence::Save);
    m_hint = new ElidedLabel(this);
    addWidget(m_hint);

    connect(m_start, &QAction::triggered, &m_starter, &RunStarter::start);
    connect(m_pause, &QAction::triggered, this, [this] {
        if (m_training.canResume())
            m_training.resume();
        else
            m_training.pause();
    });
    connect(m_stop, &QAction::triggered, &m_training, [this] { m_training.stop(StopMode::Save); });
    connect(m_discard, &QAction::triggered, &m_training, [this] { m_training.stop(StopMode::Discard); });
    connect(m_save, &QAction::triggered, &m_training, &TrainingController::save);
    connect(&m_training, &TrainingController::saved, this, [this] {
        m_savedAt = QLocale().toString(QTime::currentTime(), QLocale::ShortFormat);
        refresh();
    });
    connect(&m_training, &TrainingController::commandsChanged, this, &RunBar::refresh);
    connect(&m_starter, &RunStarter::readinessChanged, this, &RunBar::refresh);
    refresh();
}

QAction* RunBar::addCommand(const QString& name, const QString& text, const QString& tip, const QKeySequence& keys)
{
    auto* action = new QAction(themedIcon(name), text, this);
    action->setObjectName(name);
    action->setShortcut(keys);
    action->setToolTip(
        QStringLiteral("%1 (%2)").arg(tip.isEmpty() ? text : tip, keys.toString(QKeySequence::NativeText)));
    addAction(action);
    widgetForAction(action)->setFocusPolicy(Qt::TabFocus);
    return action;
}

void RunBar::setMenu(QAction& command, const QList<QAction*>& entries)
{
    auto* menu = new QMenu(this);
    menu->addActions(entries);
    setMenu(command, *menu);
}

void RunBar::setMenu(QAction& command, QMenu& menu)
{
    menu.setToolTipsVisible(true);
    auto* button = qobject_cast<QToolButton*>(widgetForAction(&command));
    button->setMenu(&menu);
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setFocusPolicy(Qt::TabFocus);
    button->installEventFilter(this);
}

bool RunBar::eventFilter(QObject* watched, QEvent* event)
{
    // Qt opens such a menu for the mouse only.
    auto* button = qobject_cast<QToolButton*>(watched);
    if (button == nullptr || event->type() != QEvent::KeyPress)
        return QToolBar::eventFilter(watched, event);
    const auto* press = static_cast<QKeyEvent*>(event);
    if (press->key() != Qt::Key_Down || press->modifiers() != Qt::AltModifier)
        return false;
    button->showMenu();
    return true;
}

QString RunBar::hint() const
{
    return m_hint->text();
}

void RunBar::refresh()
{
    const QString missing = m_starter.missing();
    const bool isBusy = m_training.isBusy();
    const bool isStarting = m_training.pending() == Pending::Start || m_starter.isWaitingForCheck();
    m_start->setEnabled(missing.isEmpty() && !isStarting);
    m_start->setText(m_training.pending() == Pending::Start ? tr("Starting ...")
                     : m_starter.isWaitingForCheck()        ? tr("Checking ...")
                                                            : tr("Start"));
    m_start->setToolTip(missing.isEmpty() ? tr("Train with these settings (F5)") : missing);
    m_open->setEnabled(!isBusy);
    m_sample->setEnabled(!isBusy);
    if (!isBusy)
        m_savedAt.clear();
    m_hint->setText(isBusy && m_savedAt.isEmpty()   ? QString()
                    : isBusy                        ? tr("Saved at %1").arg(m_savedAt)
                    : m_starter.isWaitingForCheck() ? tr("Checking the folders first ...")
                                                    : missing);
    refreshPause();

    const bool isStopping = m_training.pending() == Pending::Stop || m_training.state() == RunState::Stopping;
    m_stop->setEnabled(m_training.canStop());
    m_discard->setEnabled(m_training.canStop());
    m_stop->setText(isBusy && isStopping ? tr("Stopping ...") : tr("Stop"));
    m_save->setEnabled(m_training.canSave());
    m_save->setText(m_training.isSaving() ? tr("Saving ...") : tr("Save now"));
    setAccent(m_start->isEnabled());
}

void RunBar::refreshPause()
{
    const bool isPaused = m_training.isBusy() && m_training.state() == RunState::Paused;
    m_pause->setEnabled(m_training.canPause() || m_training.canResume());
    m_pause->setIcon(themedIcon(isPaused ? QStringLiteral("start") : QStringLiteral("pause")));
    switch (m_training.pending()) {
    case Pending::Pause:
        m_pause->setText(tr("Pausing ..."));
        break;
    case Pending::Resume:
        m_pause->setText(tr("Resuming ..."));
        break;
    default:
        m_pause->setText(isPaused ? tr("Resume") : tr("Pause"));
    }
    m_pause->setToolTip(isPaused ? tr("Go on with the next step (F6)")
                                 : tr("Pause after this step; the loader keeps its batches ready (F6)"));
}

void RunBar::setAccent(bool isAccented)
{
    if (m_isAccented == isAccented)
        return;
    m_isAccented = isAccented;
    m_start->setIcon(
        themedIcon(QStringLiteral("start"), isAccented ? QPalette::HighlightedText : QPalette::ButtonText));
    widgetForAction(m_start)->setStyleSheet(
        isAccented ? QStringLiteral("QToolButton { background: palette(highlight); color: palette(highlighted-text); "
                                    "border: 1px solid palette(highlight); border-radius: 3px; padding: 1px 6px; }"
                                    "QToolButton:focus { border: 1px solid palette(window-text); }")
                   : QString());
}

} // namespace gapless::ui
