"""What buttond says of its options, which it reads by hand, and its completions for shells."""

import re


def options(said):
    """The options of `buttond --help`: names, the word for the value, and the text in lines."""
    found = []
    for line in re.search(r"OPTIONS:\n(.*?)\n\n", said, re.S).group(1).split("\n"):
        head, text = line[2:25].strip(), line[25:].strip()
        if head:
            *names, last = head.split(", ")
            last, _, value = last.partition(" ")
            found.append(([*names, last], value, [text]))
        else:
            found[-1][2].append(text)
    return found


def choices(value, text):
    """What a value may be, if its text or the help's head lists that."""
    if value.islower():
        return [value]
    if value not in ("LEVEL", "FORMAT"):
        return []
    return re.split(r", | or ", text.replace(" (default)", "").rstrip("."))


def sentence(text):
    """The first sentence of a text, as a shell shows it."""
    return re.split(r"[.;:] ", text)[0].rstrip(".").replace("'", "’")


def rows(said):
    """Every option with its names, what completes its value, and a sentence."""
    for names, value, lines in options(said):
        text = " ".join(lines)
        kind = {"FILE": "files", "PATH": "files", "DIR": "folders"}.get(value, "")
        listed = choices(value, text)
        yield names, value, kind, listed, "one of these" if listed and value.isupper() else sentence(text)


def bash(said):
    """The completions of bash."""
    cases, words = [], []
    for names, _, kind, listed, _ in rows(said):
        words.append(names[-1])
        how = {"files": "-f", "folders": "-d"}.get(kind) or (f"-W '{' '.join(listed)}'" if listed else "")
        if how:
            cases.append(f'    {names[-1]}) mapfile -t COMPREPLY < <(compgen {how} -- "$word") ;;\n')
    return ("_buttond() {\n  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
            f"  case $before in\n{''.join(cases)}"
            f"    *) mapfile -t COMPREPLY < <(compgen -W '{' '.join(words)}' -- \"$word\") ;;\n"
            "  esac\n}\ncomplete -o filenames -F _buttond buttond\n")


def zsh(said):
    """The completions of zsh."""
    lines = []
    for names, value, kind, listed, text in rows(said):
        how = {"files": "_files", "folders": "_directories"}.get(kind) or (f"({' '.join(listed)})" if listed else "")
        text = text.replace("[", "(").replace("]", ")")
        value = f":{value.lower()}:{how}" if value else ""
        lines += [f"  '*{name}[{text}]{value}'" for name in names]
    return "#compdef buttond\n_arguments \\\n" + " \\\n".join(lines) + "\n"


def fish(said):
    """The completions of fish."""
    lines = ["complete -c buttond -f"]
    for names, _, kind, listed, text in rows(said):
        spelled = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in names)
        how = {"files": " -r -F", "folders": " -x -a '(__fish_complete_directories)'"}.get(kind) or (
            f" -x -a '{' '.join(listed)}'" if listed else "")
        lines.append(f"complete -c buttond {spelled}{how} -d '{text}'")
    return "\n".join(lines) + "\n"


def completions(said):
    """The files below share, by shell."""
    return {"bash-completion/completions/buttond": bash(said), "zsh/site-functions/_buttond": zsh(said),
            "fish/vendor_completions.d/buttond.fish": fish(said)}
