// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gapless
{

/// Settings of the process that training gains from. First statement of main(), before any other thread.
///
/// Large blocks of memory that are freed stay with the process, in one arena: a step's activations would otherwise be
/// given back and fetched again page by page, which was measured to take a seventh of a training step. (The engine
/// gives all back when a run ends.)
///
/// Threads of OpenMP spin for microseconds at a barrier, not for milliseconds: beside other programs the long spinning
/// takes the processor from the very thread that is waited for, and steps were measured to take up to six times as
/// long. libgomp reads this as it is loaded, so that the program starts itself once more; where GOMP_SPINCOUNT or
/// OMP_WAIT_POLICY is set, the user has decided already.
void prepareProcess(char** argv);

} // namespace gapless
