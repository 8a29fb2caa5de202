// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <dlfcn.h>

#include <fstream>

#include "core/gpu/gpu_library.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

Q_DECLARE_METATYPE(gapless::GpuAvailability)

namespace gapless::test
{
namespace
{

bool isMapped(const char* library)
{
    void* handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
    if (handle)
        dlclose(handle);
    return handle != nullptr;
}

} // namespace

class TstGpuLibrary final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void libraryIsLeftAloneWithoutADevice_data()
    {
        QTest::addColumn<QString>("driver");
        QTest::addColumn<GpuAvailability>("expected");
        QTest::addColumn<QString>("words");
        QTest::newRow("driver absent") << "libgapless-no-such-driver.so.1" << GpuAvailability::NoDriver
                                       << "No NVIDIA driver";
        QTest::newRow("not a driver") << FAKE_GPU_LIBRARY << GpuAvailability::NoDriver << "not an NVIDIA driver";
        QTest::newRow("stub") << FAKE_DRIVER_STUB << GpuAvailability::NoDriver << "stub";
        QTest::newRow("no device") << FAKE_DRIVER_NO_DEVICE << GpuAvailability::NoDevice << "no device";
        QTest::newRow("init says no device") << FAKE_DRIVER_INIT_NO_DEVICE << GpuAvailability::NoDevice << "no device";
        QTest::newRow("init fails") << FAKE_DRIVER_INIT_ERROR << GpuAvailability::NoDevice << "error 999";
        QTest::newRow("driver mismatch") << FAKE_DRIVER_MISMATCH << GpuAvailability::NoDevice << "do not match";
        QTest::newRow("count fails") << FAKE_DRIVER_COUNT_ERROR << GpuAvailability::NoDevice << "error 3";
    }
    void libraryIsLeftAloneWithoutADevice()
    {
        QFETCH(QString, driver);
        QFETCH(GpuAvailability, expected);
        QFETCH(QString, words);
        // A copy under a name of its own, so that no other test can have loaded it.
        const TemporaryFolder folder;
        const std::filesystem::path library = folder.path() / "libcopy.so";
        std::filesystem::copy_file(FAKE_GPU_LIBRARY, library);
        const GpuStatus status = loadGpuLibrary(driver.toStdString(), library);
        QCOMPARE(status.availability, expected);
        QVERIFY2(QString::fromStdString(status.reason).contains(words), status.reason.c_str());
        QVERIFY(QString::fromStdString(status.reason).contains("CPU"));
        QVERIFY(!isMapped(library.c_str()));
    }

    void libraryThatIsNotInstalledIsNamed()
    {
        const TemporaryFolder folder;
        const GpuStatus status = loadGpuLibrary(FAKE_DRIVER_ONE_DEVICE, folder.path() / "libgapless_gpu.so");
        QCOMPARE(status.availability, GpuAvailability::NoLibrary);
        QVERIFY(QString::fromStdString(status.reason).contains("libgapless_gpu.so) is not installed"));
    }

    void libraryThatIsBrokenGivesTheReason()
    {
        const TemporaryFolder folder;
        const std::filesystem::path library = folder.path() / "libgapless_gpu.so";
        std::ofstream(library) << "no shared library";
        const GpuStatus status = loadGpuLibrary(FAKE_DRIVER_ONE_DEVICE, library);
        QCOMPARE(status.availability, GpuAvailability::NoLibrary);
        QVERIFY2(QString::fromStdString(status.reason)
                     .contains("cannot be loaded (" + QString::fromStdString(library.string())),
                 status.reason.c_str());
    }

    void libraryIsLoadedWhereADeviceAnswers()
    {
        const TemporaryFolder folder;
        const std::filesystem::path library = folder.path() / "libgapless_gpu.so";
        std::filesystem::copy_file(FAKE_GPU_LIBRARY, library);
        QVERIFY(!isMapped(library.c_str()));
        const GpuStatus status = loadGpuLibrary(FAKE_DRIVER_ONE_DEVICE, library);
        QCOMPARE(status.availability, GpuAvailability::Loaded);
        QVERIFY(isMapped(library.c_str()));
    }

    void firstAnswerIsKept()
    {
        const GpuStatus first = loadGpuLibrary();
        const GpuStatus second = loadGpuLibrary();
        QCOMPARE(second.availability, first.availability);
        QVERIFY(!first.reason.empty());
        QCOMPARE(second.reason, first.reason);
    }
};

} // namespace gapless::test

using gapless::test::TstGpuLibrary;
GAPLESS_TEST(TstGpuLibrary, "gpu_library")
#include "tst_gpu_library.moc"
