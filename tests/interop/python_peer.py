# SPDX-FileCopyrightText: 2026 The Gapless developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Python has to say to the interop tests: `python_peer.py COMMAND [ARGUMENT...]`.

check                     exits with 0 when everything is installed
network FOLDER            weights_ENCODER_CHANNELS_SEED.pt; reference_ENCODER_FORMAT.pt: a network with its inputs,
                          outputs, loss and gradients, on the weights of seed 0
archives FOLDER           files as torch.save writes them
resave IN OUT             opens IN with weights_only=True and saves it again
adam IN OUT               goes on with AdamW from a checkpoint
parity IN OUT             trains on the batches of IN as it says, in PyTorch's own ways
checkpoint IN OUT         opens a checkpoint, loads all of it into PyTorch, evaluates a ramp
"""
import copy
import sys
from pathlib import Path

import torch
import segmentation_models_pytorch as smp

CLASSES = 3
WEIGHTS = (  # encoder, input channels, seed
    ("resnet18", 3, 0),
    ("resnet18", 3, 7),
    ("resnet18", 1, 0),
    ("resnet18", 4, 7),
    ("resnet34", 3, 0),
    ("resnet34", 1, 7),
    ("resnet50", 3, 0),
    ("resnet50", 4, 7),
)


def unet(classes, encoder="resnet18", channels=3):
    return smp.Unet(encoder, encoder_weights=None, in_channels=channels, classes=classes)


def ramp():
    return torch.linspace(-2, 2, 3 * 32 * 32).reshape(1, 3, 32, 32)


def network(folder):
    for encoder, channels, seed in WEIGHTS:
        torch.manual_seed(seed)
        model = unet(CLASSES, encoder, channels)
        torch.save(model.state_dict(), folder / f"weights_{encoder}_{channels}_{seed}.pt")
    for encoder in ("resnet18", "resnet34", "resnet50"):
        references(folder, encoder)


def references(folder, encoder):
    torch.manual_seed(0)
    model = unet(CLASSES, encoder)
    with torch.no_grad():
        for _ in range(3):
            model(torch.randn(2, 3, 64, 96) + 3)  # statistics that are not the initial ones
    images = torch.randn(2, 3, 64, 96)
    labels = torch.randint(0, CLASSES, (2, 64, 96))
    labels[:, :8] = 255
    for name, memory_format in (("contiguous", torch.contiguous_format), ("channels_last", torch.channels_last)):
        step = reference(copy.deepcopy(model), images, labels, memory_format)
        torch.save(step, folder / f"reference_{encoder}_{name}.pt")


def reference(model, images, labels, memory_format):
    """One evaluation and one training step; the kernels of the two memory formats round differently."""
    before = {name: buffer.clone() for name, buffer in model.named_buffers()}
    model.to(memory_format=memory_format)
    model.eval()
    with torch.no_grad():
        evaluation = model(images.to(memory_format=memory_format))
    model.train()
    logits = model(images.to(memory_format=memory_format))
    loss = torch.nn.functional.cross_entropy(logits, labels, ignore_index=255)
    loss.backward()
    return {
        "before": before,
        "images": images,
        "labels": labels,
        "evaluation": evaluation,
        "training": logits.detach(),
        "loss": loss.detach(),
        "gradients": {name: parameter.grad for name, parameter in model.named_parameters()},
        "after": dict(model.named_buffers()),
    }


def plain(state):
    return dict(state.items())


def archives(folder):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3, padding=1), torch.nn.BatchNorm2d(4))
    with torch.no_grad():
        for _ in range(20):
            net(torch.randn(2, 3, 8, 8) + 3)
    state = net.state_dict()
    base = torch.arange(120).remainder(7).reshape(2, 3, 4, 5)
    types = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
    types += (torch.int64, torch.int32, torch.uint8, torch.bool)
    shared = torch.arange(10.0)
    torch.save(state, folder / "ordered.pt")
    torch.save(plain(state), folder / "plain.pt")
    torch.save({"epoch": 4, "lr": 0.5, "name": "n\u00e4me", "model": plain(state)}, folder / "nested.pt")
    torch.save(base[0, 0, 0].float(), folder / "tensor.pt")
    torch.save({"module." + name: tensor for name, tensor in state.items()}, folder / "prefixed.pt")
    torch.save([torch.nn.Parameter(torch.arange(3.0)), shared, shared[2:5]], folder / "parameter.pt")
    torch.save({str(type): base.to(type).to(memory_format=torch.channels_last) for type in types}, folder / "types.pt")
    torch.save([None, True, 0, -1, 255, 65535, -70000, 2**40, -(2**63), 2**64 - 1, 1e-300, (1, (2,)), [], {}, {3: "x"}],
               folder / "values.pt")
    torch.save(list(range(3000)), folder / "long.pt")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    net(torch.randn(2, 3, 8, 8)).sum().backward()
    optimizer.step()
    torch.save({"optimizer": optimizer.state_dict()}, folder / "optimizer.pt")
    torch.save(net, folder / "module.pt")  # a whole object: not for weights_only
    torch.save(state, folder / "legacy.pt", _use_new_zipfile_serialization=False)


def checkpoint(source, target):
    saved = torch.load(source, weights_only=True)
    config = saved["config"]["model"]
    model = unet(len(saved["classes"]["classes"]), config["encoder"], config["input_channels"])
    model.load_state_dict(saved["model"], strict=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=1, momentum=0.5)
    optimizer.load_state_dict(saved["optimizer"])
    schedule = torch.optim.lr_scheduler.PolynomialLR(torch.optim.SGD(model.parameters(), lr=1), total_iters=1)
    schedule.load_state_dict(saved["schedule"])
    torch.set_rng_state(saved["random"]["torch"])
    drawn = torch.rand(5)
    model.eval()
    with torch.no_grad():
        output = model(ramp())
    group = optimizer.param_groups[0]
    torch.save(
        {
            "ramp": ramp(),
            "output": output,
            "drawn": drawn,
            "momentum": {
                name: optimizer.state[parameter]["momentum_buffer"]
                for name, parameter in model.named_parameters()
                if parameter in optimizer.state
            },
            "lr": group["lr"],
            "group momentum": group["momentum"],
            "weight decay": group["weight_decay"],
            "nesterov": group["nesterov"],
            "total": schedule.total_iters,
            "last": schedule.last_epoch,
            "position": saved["position"],
            "best": saved["best"],
            "images": saved["config"]["data"]["images"],
            "scaler": saved["scaler"],
            "keys": list(saved),
        },
        target,
    )


def adam(source, target):
    """Goes on with AdamW from a checkpoint, as a user would."""
    saved = torch.load(source, weights_only=True)
    model = unet(len(saved["classes"]["classes"]))
    model.load_state_dict(saved["model"], strict=True)
    parameters = dict(model.named_parameters())
    groups = [
        {"params": [parameters[name] for name in group["param_names"]]} for group in saved["optimizer"]["param_groups"]
    ]
    optimizer = torch.optim.AdamW(groups)
    optimizer.load_state_dict(saved["optimizer"])
    loaded = optimizer.state_dict()
    state = {name: optimizer.state[parameter] for name, parameter in parameters.items()}
    first = {name: entry["exp_avg"].clone() for name, entry in state.items()}
    second = {name: entry["exp_avg_sq"].clone() for name, entry in state.items()}
    model(torch.randn(2, 3, 64, 64)).sum().backward()
    optimizer.step()
    torch.save(
        {
            "first": first,
            "second": second,
            "steps": [float(entry["step"]) for entry in state.values()],
            "decays": [group["weight_decay"] for group in loaded["param_groups"]],
            "sizes": [len(group["params"]) for group in loaded["param_groups"]],
            "betas": list(loaded["param_groups"][0]["betas"]),
        },
        target,
    )


def trained(given, state, memory_format, fused, threads):
    """Losses of as many steps as there are batches, and the outputs in evaluation afterwards."""
    torch.set_num_threads(threads)
    model = unet(CLASSES)
    model.load_state_dict(state)
    model.train().to(memory_format=memory_format)
    kind, lr = given["optimizer"], given["lr"]
    optimizer = {
        "sgd": lambda p: torch.optim.SGD(p, lr, momentum=0.9, nesterov=True, weight_decay=3e-5, fused=fused),
        "adam": lambda p: torch.optim.Adam(p, lr, weight_decay=3e-5, fused=fused),
        "adamw": lambda p: torch.optim.AdamW(p, lr, weight_decay=3e-5, fused=fused),
    }[kind](model.parameters())
    schedule = torch.optim.lr_scheduler.PolynomialLR(optimizer, len(given["images"]), power=0.9)
    dice = smp.losses.DiceLoss("multiclass", ignore_index=255)
    losses = []
    for images, labels in zip(given["images"], given["labels"]):
        logits = model(images.contiguous(memory_format=memory_format))
        loss = torch.nn.functional.cross_entropy(logits, labels, ignore_index=255)
        if given["loss"] == "ce+dice":
            loss = loss + dice(logits, labels)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 12.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        output = model(given["images"][0].contiguous(memory_format=memory_format))
    return {"losses": losses, "output": output}


def parity(source, target):
    given = torch.load(source, weights_only=True)
    memory_format = torch.channels_last if given["channels_last"] else torch.contiguous_format
    torch.manual_seed(given["seed"])
    state = {name: tensor.clone() for name, tensor in unet(CLASSES).state_dict().items()}
    ways = {"fused": (True, given["threads"]), "plain": (False, given["threads"]), "one thread": (True, 1)}
    torch.save({name: trained(given, state, memory_format, *way) for name, way in ways.items()}, target)


def main(command, *arguments):
    paths = [Path(argument) for argument in arguments]
    if command == "network":
        network(*paths)
    elif command == "archives":
        archives(*paths)
    elif command == "resave":
        torch.save(torch.load(paths[0], weights_only=True), paths[1])
    elif command == "adam":
        adam(*paths)
    elif command == "parity":
        parity(*paths)
    elif command == "checkpoint":
        checkpoint(*paths)
    elif command != "check":
        sys.exit(f"unknown command {command}")


if __name__ == "__main__":
    main(*sys.argv[1:])
