// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QAction>
#include <QSignalSpy>
#include <QStandardPaths>

#include "core/data/sample_set.h"
#include "core/session/scripted_engine.h"
#include "core/session/scripted_services.h"
#include "tests/support/temporary_folder.h"
#include "ui/bridge/dataset_controller.h"
#include "ui/bridge/run_starter.h"
#include "ui/bridge/training_controller.h"
#include "ui/main_window.h"
#include "ui/panels/run_bar.h"

namespace gapless::test
{

/// Null where there is none.
template<class Widget>
Widget* childNamed(const QWidget& parent, const QString& accessibleName)
{
    for (Widget* widget : parent.findChildren<Widget*>())
        if (widget->accessibleName() == accessibleName)
            return widget;
    return nullptr;
}

/// A window with a scripted engine and a small data set of its own.
struct WindowFixture
{
    explicit WindowFixture(EngineScript script = {})
    {
        if (script.plan.stepsPerEpoch == 0) {
            script.plan.epochs = 2;
            script.plan.stepsPerEpoch = 4;
            script.plan.validationSamples = 2;
        }
        window = std::make_unique<ui::MainWindow>(makeScriptedEngine(std::move(script)), &makeScriptedServices);
        window->starter().setRunsFolder(folder.path() / "runs");
        window->show();
    }

    void openData() const
    {
        if (!writeSampleSet(folder.path() / "set", 4, {32, 32}))
            qFatal("the test's data cannot be written");
        window->openFolders(QString::fromStdString((folder.path() / "set/images").string()),
                            QString::fromStdString((folder.path() / "set/masks").string()));
    }

    /// Starts as soon as that is possible; false when the run has not finished within so many milliseconds.
    [[nodiscard]] bool trainsToTheEnd(int patience) const
    {
        if (!QTest::qWaitFor([this] { return start()->isEnabled(); }, patience))
            return false;
        start()->trigger();
        return QTest::qWaitFor([this] { return state() == RunState::Finished && !window->training().isBusy(); },
                               patience);
    }

    [[nodiscard]] QAction* start() const { return window->runBar().startAction(); }
    [[nodiscard]] QAction* pause() const { return window->runBar().pauseAction(); }
    [[nodiscard]] QAction* stop() const { return window->runBar().stopAction(); }
    [[nodiscard]] RunState state() const { return window->training().state(); }

    TemporaryFolder folder;
    std::unique_ptr<ui::MainWindow> window;
};

} // namespace gapless::test
