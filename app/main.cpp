// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QIcon>
#include <QPointer>
#include <QRegularExpression>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTimer>

#include "app/composition.h"
#include "app/process_start.h"
#include "core/base/machine_facts.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_starter.h"
#include "ui/bridge/window_memory.h"
#include "ui/main_window.h"
#include "ui/models/program_facts.h"
#include "ui/screenshot_tour.h"

namespace
{

constexpr int UsageError = 2;
constexpr int RunError = 4;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(main)
};

struct Options
{
    QString images;
    QString masks;
    QString screenshots;
    QSize size;
    bool isSmokeTest = false;
};

/// Empty when the command line is wrong; the reason is on stderr.
std::optional<Options> readOptions(const QApplication& application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        Words::tr("Trains image-segmentation networks without letting the accelerator wait for data."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    const QCommandLineOption images(QStringLiteral("images"), Words::tr("Folder of images to open."),
                                    QStringLiteral("folder"));
    const QCommandLineOption masks(QStringLiteral("masks"), Words::tr("Folder of their masks."),
                                   QStringLiteral("folder"));
    const QCommandLineOption size(QStringLiteral("window-size"), Words::tr("Size of the window."),
                                  QStringLiteral("WxH"));
    const QCommandLineOption smoke(QStringLiteral("smoke-test"), Words::tr("Open the window, paint it, and leave."));
    const QCommandLineOption tour(QStringLiteral("screenshots"),
                                  Words::tr("Run on the built-in sample, write pictures of the window, and leave."),
                                  QStringLiteral("folder"));
    parser.addOptions({images, masks, size, smoke, tour});
    const auto refuse = [](const QString& reason) {
        std::fprintf(stderr, "gapless: %s\nTry gapless --help.\n", qUtf8Printable(reason));
        return std::nullopt;
    };
    if (!parser.parse(QApplication::arguments()))
        return refuse(parser.errorText());
    if (parser.isSet(help) || parser.isSet(version))
        parser.process(application);
    if (!parser.positionalArguments().isEmpty())
        return refuse(Words::tr("unexpected argument: %1").arg(parser.positionalArguments().constFirst()));
    if (parser.isSet(images) != parser.isSet(masks))
        return refuse(Words::tr("--images and --masks belong together"));
    Options options{parser.value(images), parser.value(masks), parser.value(tour), {}, parser.isSet(smoke)};
    if (parser.isSet(size)) {
        static const QRegularExpression form(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
        const QRegularExpressionMatch match = form.match(parser.value(size));
        if (!match.hasMatch())
            return refuse(Words::tr("--window-size is width x height, such as 1280x720"));
        options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    }
    return options;
}

/// Runs the tour in a run folder of its own, which goes when the process does.
void takeScreenshots(gapless::ui::MainWindow& window, const QString& folder, const QString& runs)
{
    QDir().mkpath(folder);
    window.starter().setRunsFolder(runs.toStdString());
    auto* tour = new gapless::ui::ScreenshotTour(window, folder, &window);
    QObject::connect(tour, &gapless::ui::ScreenshotTour::finished, &window, [&window](const QString& failure) {
        if (!failure.isEmpty())
            std::fprintf(stderr, "gapless: %s\n", qUtf8Printable(failure));
        window.setProperty("exitCode", failure.isEmpty() ? 0 : RunError);
        window.close();
    });
    tour->begin();
}

gapless::ui::ProgramFacts programFacts()
{
    const gapless::EngineFacts engine = gapless::engineFacts();
    gapless::ui::ProgramFacts facts;
    facts.version = QCoreApplication::applicationVersion();
    facts.torch = QString::fromStdString(engine.torch);
    facts.openCv = QString::fromStdString(engine.openCv);
    facts.gpu = QString::fromStdString(engine.gpu);
    facts.machine = gapless::machineFacts();
    return facts;
}

int runWindow(const Options& options)
{
    std::optional<QTemporaryDir> runs; // for the pictures' run
    gapless::ui::MainWindow window(gapless::makeEngine(), &gapless::makeServices);
    bool isClean = true;
    QObject::connect(&window, &gapless::ui::MainWindow::left, &window, [&isClean](bool leftClean) {
        isClean = leftClean;
        QCoreApplication::quit();
    });
    window.setProgramFacts(programFacts());
    if (!gapless::hasRealEngine())
        window.showNotice(Words::tr("Demonstration:"),
                          QString::fromUtf8(gapless::missingEngineMessage().data(),
                                            static_cast<qsizetype>(gapless::missingEngineMessage().size())));
    if (!options.isSmokeTest && options.screenshots.isEmpty())
        window.rememberLayout();
    if (options.size.isValid())
        window.resize(options.size);
    window.show();
    if (!options.images.isEmpty())
        window.openFolders(options.images, options.masks);
    if (!options.isSmokeTest && options.screenshots.isEmpty() && gapless::hasRealEngine())
        window.offerUnfinishedRun();
    if (options.isSmokeTest)
        QTimer::singleShot(0, &window, [&window] {
            window.setProperty("exitCode", window.grab().isNull() ? RunError : 0);
            window.close();
        });
    else if (!options.screenshots.isEmpty())
        takeScreenshots(window, options.screenshots, runs.emplace().path());
    QApplication::exec();
    const int code = window.property("exitCode").toInt();
    // What does not end cannot be waited for: leave it behind.
    if (!isClean)
        std::quick_exit(code);
    return code;
}

} // namespace

int main(int argc, char** argv)
{
    gapless::prepareProcess(argv);
    gapless::initialiseEngineParts();
    QCoreApplication::setApplicationName(QStringLiteral("gapless"));
    QCoreApplication::setApplicationVersion(QStringLiteral(GAPLESS_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Gapless"));
    QGuiApplication::setDesktopFileName(QStringLiteral("gapless"));
    const QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/gapless.svg")));
    // Closing the window asks the run to end first; MainWindow::left says when.
    QApplication::setQuitOnLastWindowClosed(false);
    gapless::ui::Language::install(gapless::ui::WindowMemory::language());
    const std::optional<Options> options = readOptions(application);
    if (!options)
        return UsageError;
    return gapless::leaveProcess(runWindow(*options));
}
