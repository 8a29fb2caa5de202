#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gapless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the tree to the include table of ARCHITECTURE.md: which module may include which, and where each library may be seen.

    check_includes.py ROOT         prints file:line and the rule for each breach; exit code 1 when there is one
    check_includes.py --self-test  makes trees with known breaches and expects exactly these to be found
"""
import re
import sys
import tempfile
from pathlib import Path

CORE = ["base", "types", "config", "measure", "session", "data", "loader", "gpu", "model", "files", "train"]
EVERYTHING = None
_c = lambda *names: {f"core/{name}" for name in names}

# Module -> what it may include besides itself.
TABLE = {
    "core/base": set(),
    "core/types": _c("base"),
    "core/config": _c("base", "types"),
    "core/measure": _c("base", "types"),
    "core/session": _c("base", "types", "config", "measure"),
    "core/data": _c("base", "types", "config"),
    "core/loader": _c("base", "types", "config"),
    "core/gpu": _c("base", "types", "config"),
    "core/model": _c("base", "config"),
    "core/files": _c("base", "types", "config", "model"),
    "core/train": _c(*CORE) - _c("data"),
    "ui/models": _c("base", "types", "config"),
    "ui/plots": {"ui/models"} | _c("types"),
    "ui/bridge": {"ui/models"} | _c("base", "types", "config", "measure", "session", "data"),
    "ui/panels": {"ui/models", "ui/plots", "ui/bridge"} | _c("types", "config"),
    "ui/dialogs": {"ui/models", "ui/plots", "ui/bridge"} | _c("types", "config"),
    "ui": {"ui/models", "ui/plots", "ui/bridge", "ui/panels", "ui/dialogs"},
    "app": EVERYTHING,
    "tests": EVERYTHING,
}

QCUSTOMPLOT_RULE = "QCustomPlot only in ui/plots"
TORCH_MODULES = _c("model", "files", "train", "gpu")
# Headers that modules without torch include.
TORCH_FREE_FILES = re.compile(r"core/train/torch_engine\.h|core/gpu/[^/]*\.h")


def _torch(module, path):
    return module in TORCH_MODULES and not TORCH_FREE_FILES.fullmatch(path)


def _qt(module, path):
    return module.startswith("ui") or path == "app/main.cpp"


# Library: which includes are its own, who may have them (tests may have all), the rule in words. It holds for what is seen
# through the project's headers, too; QCustomPlot alone has a header (a wrapper in ui/plots) that carries it further.
LIBRARIES = [
    (re.compile(r"(ATen|c10|torch/csrc)/cuda/|c10/cuda\b|(cuda|cudnn|cublas|curand|cufft|cusolver|cusparse|nccl|nvml|nvtx|nvToolsExt)\w*(\.h|/)|(cub|thrust)/"),
     lambda module, path: module == "core/gpu", "CUDA only in core/gpu"),
    (re.compile(r"(torch|ATen|c10|caffe2)/"), _torch, "torch only in core/{model,files,train,gpu}, not in core/train/torch_engine.h and core/gpu/*.h"),
    (re.compile(r"opencv2/|opencv4/"), lambda module, path: module == "core/data", "OpenCV only in core/data"),
    (re.compile(r"(png|spng|libdeflate|jpeglib|jerror|turbojpeg|tiff|tiffio)\.h"), lambda module, path: module == "core/data", "picture files only in core/data"),
    (re.compile(r"qcustomplot\.h"), lambda module, path: module == "ui/plots", QCUSTOMPLOT_RULE),
    (re.compile(r"Q[A-Za-z]\w*(/|$)|q[a-z]\w*\.h$"), _qt, "Qt only in ui, app/main.cpp and tests"),
]

INCLUDE = re.compile(r"^[ \t]*#[ \t]*(?:include|import)[ \t]*([<\"])([^>\"]+)[>\"]", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SUFFIXES = {".h", ".hpp", ".hh", ".cpp", ".cc", ".cxx", ".c", ".cu", ".cuh", ".inl"}


def module_of(path):
    """The row of the table that a path belongs to, or None."""
    parts = Path(path).parts
    if parts[0] in ("app", "tests"):
        return parts[0]
    if parts[0] == "ui" and len(parts) == 2:
        return "ui"
    name = "/".join(parts[:2])
    return name if len(parts) > 2 and name in TABLE else None


def read_includes(file):
    text = COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), file.read_text(encoding="utf-8", errors="replace"))
    return [(text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)) for match in INCLUDE.finditer(text)]


def read_tree(root):
    """Path -> its includes, of all C++ files of the project."""
    tree = {}
    for folder in sorted(root.iterdir()):
        if folder.is_dir() and not folder.name.startswith((".", "build")) and folder.name != "shared":
            for file in sorted(folder.rglob("*")):
                if file.suffix in SUFFIXES and file.is_file():
                    tree[file.relative_to(root).as_posix()] = read_includes(file)
    return tree


def is_project(include):
    return include.split("/")[0] in ("core", "ui", "app", "tests")


def check_include(path, module, quote, include):
    """The rule that one include breaks, or None."""
    if is_project(include):
        if quote == "<":
            return f'"{include}" is the project\'s own: in quotes, not in angle brackets'
        target = module_of(include)
        if target is None:
            return f'"{include}" lies in no module of the table'
        allowed = TABLE[module]
        if allowed is not EVERYTHING and target != module and target not in allowed:
            return f'{module} may not include {target} ("{include}")'
        if module != "tests" and target == "tests":
            return f'only tests include tests ("{include}")'
        return None
    for pattern, may, rule in LIBRARIES:
        if pattern.match(include):
            return None if module == "tests" or may(module, path) else f"{rule} ({include})"
    if quote == '"' and not include.endswith(".moc") and not include.startswith(("moc_", "ui_")):
        return f'"{include}" is no full path from the root'
    return None


def seen_through_headers(tree, start, pattern, may):
    """The first chain of project headers that leads from a file to a library that it may not see itself."""
    waiting, seen = [(start, [start])], {start}
    while waiting:
        path, chain = waiting.pop(0)
        for _, _, include in tree.get(path, []):
            if include in tree and include not in seen:
                seen.add(include)
                waiting.append((include, chain + [include]))
            elif pattern.match(include) and len(chain) > 1 and may(module_of(path), path):
                return chain + [include]
    return None


def check_tree(root):
    tree = read_tree(Path(root))
    findings = [] if tree else [f"{root}: no C++ file found"]
    for path, includes in tree.items():
        module = module_of(path)
        if module is None:
            findings.append(f"{path}:1: this folder is in no row of the include table")
            continue
        for line, quote, include in includes:
            rule = check_include(path, module, quote, include)
            if rule:
                findings.append(f"{path}:{line}: {rule}")
        if module == "tests":
            continue
        for pattern, may, rule in LIBRARIES:
            if rule is QCUSTOMPLOT_RULE:
                continue
            chain = None if may(module, path) else seen_through_headers(tree, path, pattern, may)
            if chain:
                line = next(number for number, _, include in includes if include == chain[1])
                findings.append(f"{path}:{line}: {rule} (seen through {' -> '.join(chain[1:])})")
    wrappers = [path for path, includes in tree.items() if any(include == "qcustomplot.h" for _, _, include in includes)]
    if len(wrappers) > 1:
        findings.append(f"{wrappers[1]}:1: exactly one header wraps qcustomplot.h ({', '.join(wrappers)})")
    return findings


GOOD = {
    "core/base/result.h": "#pragma once\n#include <expected>\n",
    "core/config/run_config.h": '#include "core/base/result.h"\n',
    "core/session/training_engine.h": '#include "core/config/run_config.h"\n',
    "core/files/checkpoint.h": "#include <torch/types.h>\n",
    "core/train/torch_engine.h": '#include "core/session/training_engine.h"\n',
    "core/train/torch_engine.cpp": '#include "core/train/torch_engine.h"\n#include <torch/torch.h>\n#include "core/files/checkpoint.h"\n',
    "core/data/image_decode.cpp": "#include <opencv2/core.hpp>\n#include <png.h>\n/* once:\n#include <torch/torch.h>\n*/\n",
    "ui/plots/qcustomplot_wrapper.h": "#include <qcustomplot.h>\n",
    "ui/panels/train_panel.h": '#include <QWidget>\n#include "ui/plots/qcustomplot_wrapper.h"\n',
    "ui/main_window.h": '#include <QMainWindow>\n#include "ui/panels/train_panel.h"\n',
    "app/main.cpp": '#include <QApplication>\n#include "ui/main_window.h"\n#include "core/train/torch_engine.h"\n',
    "app/cli_main.cpp": '#include <CLI/CLI.hpp>\n#include "core/train/torch_engine.h"\n',
    "tests/train/tst_engine.cpp": '#include <QtTest/QtTest>\n#include <torch/torch.h>\n#include "core/train/torch_engine.h"\n#include "tst_engine.moc"\n',
}

# Path, text that is put at the end of that file, and what has to be found there.
BAD = [
    ("core/base/result.h", '#include "core/types/pixels.h"', "core/base may not include core/types"),
    ("core/types/pixels.h", '#include "core/config/run_config.h"', "core/types may not include core/config"),
    ("core/loader/loader.cpp", '#include "core/data/augment.h"', "core/loader may not include core/data"),
    ("core/train/validator.cpp", '#include "core/data/augment.h"', "core/train may not include core/data"),
    ("core/model/blocks.cpp", '#include "core/types/pixels.h"', "core/model may not include core/types"),
    ("core/data/augment.cpp", '#include "core/session/training_engine.h"', "core/data may not include core/session"),
    ("core/session/session.cpp", '#include "ui/models/series.h"', "core/session may not include ui/models"),
    ("ui/plots/plot.cpp", '#include "core/base/result.h"', "ui/plots may not include core/base"),
    ("ui/panels/run_panel.cpp", '#include "core/session/training_engine.h"', "ui/panels may not include core/session"),
    ("ui/panels/run_panel.cpp", '#include "ui/dialogs/open.h"', "ui/panels may not include ui/dialogs"),
    ("ui/main_window.cpp", '#include "core/types/pixels.h"', "ui may not include core/types"),
    ("core/session/session.cpp", '#include "app/composition.h"', "core/session may not include app"),
    ("app/cli_main.cpp", '#include "tests/support/temporary_folder.h"', "only tests include tests"),
    ("core/session/session.cpp", "#include <torch/types.h>", "torch only in"),
    ("core/train/torch_engine.h", "#include <ATen/core/Tensor.h>", "torch only in"),
    ("core/gpu/gpu_library.h", "#  include <c10/core/Device.h>", "torch only in"),
    ("app/cli_main.cpp", "#include <torch/torch.h>", "torch only in"),
    ("app/cli_main.cpp", '#include "core/files/checkpoint.h"', "seen through core/files/checkpoint.h -> torch/types.h"),
    ("core/loader/loader.cpp", "#include <opencv2/imgproc.hpp>", "OpenCV only in core/data"),
    ("ui/bridge/image.cpp", "#include <png.h>", "picture files only in core/data"),
    ("core/base/log.cpp", "#include <QString>", "Qt only in"),
    ("core/base/log.cpp", "#include <QtCore/qglobal.h>", "Qt only in"),
    ("core/base/log.cpp", "#include <qstring.h>", "Qt only in"),
    ("app/composition.cpp", "#include <QObject>", "Qt only in"),
    ("app/composition.cpp", '#include "ui/main_window.h"', "seen through ui/main_window.h -> QMainWindow"),
    ("ui/panels/train_panel.h", "#include <qcustomplot.h>", QCUSTOMPLOT_RULE),
    ("ui/plots/second.h", "#include <qcustomplot.h>", "exactly one header"),
    ("core/train/train_step.cpp", "#include <cuda_runtime.h>", "CUDA only in core/gpu"),
    ("core/train/train_step.cpp", "#include <ATen/cuda/CUDAContext.h>", "CUDA only in core/gpu"),
    ("core/base/log.cpp", '#include "result.h"', "no full path from the root"),
    ("core/base/log.cpp", '#include "../base/result.h"', "no full path from the root"),
    ("core/base/log.cpp", "#include <core/base/result.h>", "in quotes"),
    ("core/base/log.cpp", '#include "core/extra/thing.h"', "lies in no module"),
    ("core/extra/thing.h", "#pragma once", "in no row of the include table"),
    ("core/thing.h", "#pragma once", "in no row of the include table"),
    ("tools/thing.cpp", "int main() {}", "in no row of the include table"),
]


def check_made_tree(files):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return check_tree(folder)


def self_test():
    wrong = []
    if check_made_tree(GOOD):
        wrong.append(f"a tree without breach: {check_made_tree(GOOD)}")
    if not check_made_tree({}):
        wrong.append("an empty tree passed")
    for path, line, expected in BAD:
        before = GOOD.get(path, "")
        findings = check_made_tree(GOOD | {path: before + line + "\n"})
        place = f"{path}:{before.count(chr(10)) + 1}: "
        if expected.startswith("exactly") or "in no row" in expected:
            place = f"{path}:1: "
        if not any(finding.startswith(place) and expected in finding for finding in findings):
            wrong.append(f"{line} in {path}: expected '{place}... {expected}', found {findings}")
        strangers = [finding for finding in findings if not finding.startswith(f"{path}:") and path not in finding]
        if strangers:
            wrong.append(f"{line} in {path}: also found {strangers}")
    print("\n".join(wrong) or f"{len(BAD)} breaches found, a good tree passed")
    return 1 if wrong else 0


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    if sys.argv[1] == "--self-test":
        return self_test()
    findings = check_tree(sys.argv[1])
    print("\n".join(findings) or "every include keeps to the table")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
