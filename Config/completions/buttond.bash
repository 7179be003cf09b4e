# Completions of bash for buttond.
_buttond() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  case $before in
    --config | --restore | --socket)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      ;;
    --state | --plugins)
      mapfile -t COMPREPLY < <(compgen -d -- "$word")
      ;;
    --log-level)
      mapfile -t COMPREPLY < <(compgen -W "trace debug info notice warning error critical" -- "$word")
      ;;
    --log-format)
      mapfile -t COMPREPLY < <(compgen -W "text json" -- "$word")
      ;;
    *)
      mapfile -t COMPREPLY < <(compgen -W "--config --check --restore --socket --ephemeral --state
        --accept-data-loss --plugins --no-installed-plugins --replay --with-parent --log-level
        --log-format --version --help" -- "$word")
      ;;
  esac
}
complete -o filenames -F _buttond buttond
