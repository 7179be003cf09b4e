"""What a program of ArgumentParser says of itself, for all that is made of it."""

import os

# What people type, by the program or command of buttonctl: what it does, and the words.
EXAMPLES = {}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples.tsv"), encoding="utf-8") as file:
    for line in file:
        name, said, words = line.rstrip("\n").split("\t")
        EXAMPLES.setdefault(name, {})[said] = words


def leaves(command, words):
    """The commands that do something, with the words that call them."""
    children = [each for each in command.get("subcommands", [])
                if each["commandName"] != "help" and each.get("shouldDisplay", True)]
    if not children:
        return [(words, command)]
    return [leaf for each in children for leaf in leaves(each, words + [each["commandName"]])]


def shown(command, own=True):
    """The arguments of a command that are its own, or those that every command has."""
    common = {"help", "version"}
    return [
        argument for argument in command.get("arguments", [])
        if argument.get("shouldDisplay", True)
        and own != bool({each["name"] for each in argument.get("names", [])} & common)
    ]
