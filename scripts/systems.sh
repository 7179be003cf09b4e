# Sourced by what tries things where there is nothing else: small systems of this machine's release of Debian.
# shellcheck shell=bash
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

# make_system NAME ROOT PACKAGE…: a bare system in the folder ROOT, with these packages and what they depend on.
# It is kept as .build/systems/NAME.tar, and made anew when it is a week old. Wants root and a Debian mirror.
make_system() {
  local suite include kept=$BUTTOND_SCRATCH/systems/$1.tar
  ((EUID == 0)) || die "making and running a system wants root"
  # shellcheck source=/dev/null
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:?no release of Debian}")
  if [[ -z $(find "$kept" -mtime -7 2>/dev/null) ]]; then
    note "making a bare system ($suite)"
    include=$(IFS=, && echo "${*:3}")
    mkdir -p -- "${kept%/*}"
    mmdebstrap --quiet --variant=minbase --include="$include" "$suite" "$kept.new.tar"
    mv -f -- "$kept.new.tar" "$kept"
  fi
  mkdir -p -- "$2"
  tar -C "$2" -xf "$kept"
  # Others than root run programs in it.
  chmod 755 "$2"
}

# within [--net] ROOT [FOLDER]… -- COMMAND…: a command of this machine, in namespaces in which ROOT can be
# entered, and has these folders of the machine, read-only. --net takes the network away. The mounts end with
# the command.
within() {
  local network=()
  if [[ $1 == --net ]]; then network=(--net) && shift; fi
  # shellcheck disable=SC2016 # the shell within expands them
  unshare --mount --pid --fork --kill-child --propagation private "${network[@]}" bash -euo pipefail -c '
    root=$1
    # A root that is a mount itself: inside it, namespaces of mounts can be made.
    mount --bind "$root" "$root"
    for folder in dev sys; do mount --rbind "/$folder" "$root/$folder"; done
    mount -t proc proc "$root/proc"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    ip link set lo up
    while shift && [[ $1 != -- ]]; do
      mkdir -p -- "$root$1"
      mount --bind "$1" "$root$1"
      mount -o remount,bind,ro "$root$1"
    done
    exec "${@:2}"' within "$@" </dev/null
}
