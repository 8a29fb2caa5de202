// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli_process.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <thread>

#include <QDeadlineTimer>

#include "core/data/image_decode.h"

namespace gapless::test
{

namespace
{

constexpr int limitMs = 120'000;

bool isInSquare(int y, int x, ImageSize size)
{
    return y >= size.height / 4 && y < size.height * 3 / 4 && x >= size.width / 4 && x < size.width * 3 / 4;
}

} // namespace

nlohmann::json CliResult::json() const
{
    const QByteArray last = out.trimmed().split('\n').last();
    nlohmann::json value = nlohmann::json::parse(last.constBegin(), last.constEnd(), nullptr, false);
    return value.is_object() ? value : nlohmann::json(nlohmann::json::value_t::discarded);
}

CliResult runCli(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(GAPLESS_CLI), arguments);
    const bool hasEnded = process.waitForFinished(limitMs);
    CliResult result;
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    if (hasEnded && process.exitStatus() == QProcess::NormalExit)
        result.exitCode = process.exitCode();
    return result;
}

QString text(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

bool waitForError(QProcess& process, const QByteArray& words)
{
    const QDeadlineTimer deadline(limitMs);
    QByteArray said;
    process.setReadChannel(QProcess::StandardError);
    while (!said.contains(words)) {
        if (deadline.hasExpired() || process.state() == QProcess::NotRunning)
            return false;
        process.waitForReadyRead(1000);
        said += process.readAllStandardError();
    }
    return true;
}

bool waitForSignalHandler(QProcess& process)
{
    if (!process.waitForStarted(limitMs)) // until then it is a copy of this process, with Qt Test's handlers
        return false;
    const QDeadlineTimer deadline(limitMs);
    const std::filesystem::path status = "/proc/" + std::to_string(process.processId()) + "/status";
    while (!deadline.hasExpired()) {
        std::ifstream stream(status);
        std::string line;
        while (std::getline(stream, line) && !line.starts_with("SigCgt:")) {
        }
        if (line.empty())
            return false;
        if ((std::stoull(line.substr(7), nullptr, 16) & (1ULL << (SIGINT - 1))) != 0)
            return true;
        std::this_thread::yield();
    }
    return false;
}

void makePair(const std::filesystem::path& folder, const std::string& name, ImageSize size)
{
    std::filesystem::create_directories(folder / "images");
    std::filesystem::create_directories(folder / "masks");
    RgbImage image{size, {}};
    LabelImage mask{size, {}};
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const bool isInside = isInSquare(y, x, size);
            mask.data.push_back(isInside ? 1 : 0);
            for (int channel = 0; channel < 3; ++channel)
                image.data.push_back(
                    static_cast<std::uint8_t>((isInside ? 180 : 20) + (y * 7 + x * 5 + channel * 11) % 40));
        }
    if (!writePng(folder / "images" / (name + ".png"), image) || !writePng(folder / "masks" / (name + ".png"), mask))
        throw std::runtime_error("no pair " + name);
}

void truncateFile(const std::filesystem::path& file)
{
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
}

std::vector<std::string> fileNames(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

} // namespace gapless::test
