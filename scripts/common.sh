# Sourced by the other scripts: where things are, how they are built, how they talk.
# One place for the build's flags, so that demo, install and test share one build.
# shellcheck shell=bash

ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)

# Where SwiftPM builds. BUTTOND_SANITIZE=address|thread builds everything with that sanitizer, in a
# folder of its own; so does BUTTOND_PROFILE=FOLDER, which has the programs count what they execute.
BUTTOND_SCRATCH=${BUTTOND_SCRATCH:-$ROOT/.build${BUTTOND_SANITIZE:+-$BUTTOND_SANITIZE}${BUTTOND_PROFILE:+-profile}}

# The linker writes the toolchain's folder as run path; this entry reserves the room in which
# scripts/install writes the installed one.
# shellcheck disable=SC2016 # $ORIGIN is the dynamic loader's, not the shell's
SWIFT_BUILD_FLAGS=(
  --package-path "$ROOT"
  --scratch-path "$BUTTOND_SCRATCH"
  -Xlinker '-rpath=$ORIGIN/../../lib/buttond/runtime'
  # A fifth of what compiling the tests takes went into types for a debugger, and into reading the same
  # modules again for each 25 files.
  -Xswiftc -gline-tables-only -Xswiftc -driver-batch-size-limit -Xswiftc 100
)
if [[ -n ${BUTTOND_SANITIZE:-} ]]; then
  SWIFT_BUILD_FLAGS+=("--sanitize=$BUTTOND_SANITIZE")
  # A plugin in Swift takes the sanitizer's functions from the worker that loads it.
  SWIFT_BUILD_FLAGS+=(-Xlinker --export-dynamic)
fi
if [[ -n ${BUTTOND_PROFILE:-} ]]; then
  # The driver does not link what counts: the compiler itself is asked for it (see Package.swift).
  SWIFT_RESOURCES=$(swift -print-target-info | python3 -c \
    'import json, sys; print(json.load(sys.stdin)["paths"]["runtimeResourcePath"])')
  SWIFT_BUILD_FLAGS+=(
    -Xlinker -u -Xlinker __llvm_profile_runtime
    -Xlinker "$SWIFT_RESOURCES/clang/lib/linux/libclang_rt.profile-$(uname -m).a"
  )
fi

# note TEXT: says what happens next, on stderr.
note() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# die TEXT: says what went wrong and what to do, and ends.
die() {
  note "$*"
  exit 1
}

# show_help: the comment at the head of the running script.
show_help() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; }

# misused TEXT: the arguments are wrong; the help follows on stderr.
misused() {
  note "$*"
  show_help >&2
  exit 64
}

# options NAMES ARGUMENT…: sets a variable for each option among the arguments: to 1, or where the name ends in =
# to what follows it. What is no option is in `rest`, where NAMES has a *; else it is a mistake. --help shows
# the help.
options() {
  local known=" $1 " name
  rest=()
  while shift && (($#)); do
    name=${1#--} && name=${name//-/_}
    case $1 in
      -h | --help) show_help; exit 0 ;;
      --*=*) set -- "" "${1%%=*}" "${1#*=}" "${@:2}" && continue ;;
    esac
    if [[ $1 == --?* && $known == *" $name= "* ]]; then
      (($# > 1)) || misused "$1 wants something behind it"
      printf -v "$name" %s "$2" && shift
    elif [[ $1 == --?* && $known == *" $name "* ]]; then
      printf -v "$name" 1
    elif [[ $1 != -* && $known == *" * "* ]]; then
      rest+=("$1")
    else
      misused "unknown argument $1"
    fi
  done
}

# lacks WHAT CHECKS: goes on without it where checks may be skipped: not by root, and not where CI is set.
lacks() {
  if [[ -n ${CI:-} ]] || ((EUID == 0)); then die "there is no $1: $2 need it, and none may be skipped here"; fi
  note "going on without $1: $2 will be skipped"
}

# venv FOLDER PINS: a virtual environment with what a file of pins names, and nothing else; a copy of the file says
# that all of it is there.
venv() {
  if cmp -s -- "$2" "$1/requirements.txt"; then return; fi
  note "fetching what ${2#"$ROOT/"} names"
  rm -rf -- "$1"
  mkdir -p -- "${1%/*}" && python3 -m venv "$1" &&
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
      --requirement "$2" &&
    cp -- "$2" "$1/requirements.txt"
}
