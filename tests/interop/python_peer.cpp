// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/python_peer.h"

#include <cstdlib>
#include <limits>

#include <QFileInfo>
#include <QProcess>

namespace gapless::test
{

namespace
{

std::string findProblem()
{
    const QString python = qEnvironmentVariable("GAPLESS_PYTHON");
    if (!QFileInfo(python).isExecutable())
        return "GAPLESS_PYTHON is no Python: '" + python.toStdString() + "'";
    const std::string problem = runPeer("check", {});
    return problem.empty() ? problem
                           : python.toStdString() + " lacks torch or segmentation_models_pytorch:\n" + problem;
}

} // namespace

const std::string& pythonProblem()
{
    static const std::string problem = findProblem();
    return problem;
}

std::string runPeer(std::string_view command, std::initializer_list<std::filesystem::path> arguments)
{
    QStringList all{QStringLiteral(GAPLESS_PEER),
                    QString::fromUtf8(command.data(), static_cast<qsizetype>(command.size()))};
    for (const auto& argument : arguments)
        all << QString::fromStdString(argument.string());
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(qEnvironmentVariable("GAPLESS_PYTHON"), all);
    process.waitForFinished(-1); // CTest's limit ends a Python that hangs
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return {};
    return "python_peer.py " + std::string(command) + ": " + process.errorString().toStdString() + "\n" +
           process.readAll().toStdString();
}

StateDict tensorsOf(const ArchiveValue& dictionary)
{
    StateDict state;
    if (const auto* entries = dictionary.as<ArchiveValue::Dictionary>()) {
        for (const auto& [name, value] : *entries) {
            if (const auto* tensor = value.as<torch::Tensor>())
                state.emplace_back(name, *tensor);
        }
    }
    return state;
}

double relativeDifference(const torch::Tensor& actual, const torch::Tensor& expected)
{
    if (!actual.defined() || !expected.defined() || actual.sizes() != expected.sizes())
        return std::numeric_limits<double>::infinity();
    const auto difference = (actual.detach() - expected).abs().max().item<double>();
    return difference / std::max(expected.abs().max().item<double>(), 1e-30);
}

} // namespace gapless::test
