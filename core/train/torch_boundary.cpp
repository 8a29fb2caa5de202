// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/torch_boundary.h"

#include <exception>
#include <new>
#include <string>

#include <c10/util/Exception.h>

namespace gapless
{
namespace
{

Error outOfMemory(const Doing& doing)
{
    return {ErrorCode::OutOfMemory, "there is not enough memory", std::string(doing.what),
            std::string(doing.savesMemory)};
}

bool isAboutMemory(std::string_view message)
{
    // The CPU allocator's words; it throws no type of its own.
    return message.contains("DefaultCPUAllocator");
}

} // namespace

Error errorOfCurrentException(const Doing& doing)
{
    try {
        throw;
    } catch (const c10::OutOfMemoryError&) {
        return outOfMemory(doing);
    } catch (const c10::Error& error) {
        const std::string message = error.what_without_backtrace();
        if (isAboutMemory(message))
            return outOfMemory(doing);
        return {ErrorCode::Internal, message, std::string(doing.what), {}};
    } catch (const std::bad_alloc&) {
        return outOfMemory(doing);
    } catch (const std::exception& error) {
        return {ErrorCode::Internal, error.what(), std::string(doing.what), {}};
    } catch (...) {
        return {ErrorCode::Internal, "an unknown exception", std::string(doing.what), {}};
    }
}

} // namespace gapless
