#!/usr/bin/env bash
# A door with a button: a client of buttond for the shell, with buttonctl and jq, and then once more with
# socat alone, as the protocol goes.
#
#     BUTTOND_SOCKET=… door.sh
#
# Defines the button `door`, shows how it looks while the door is opened and closed, and ends.
set -euo pipefail
: "${BUTTOND_SOCKET:?name the socket of the daemon}"

# show: a line for each button of a frame, or of an answer that has looks.
show() {
  jq --unbuffered -r '(.params // .result // .).buttons[]?
    | "\(.id): \(.appearance.title) \(.appearance.backgroundColor)"'
}

echo "with buttonctl"
buttonctl buttons define --wait - <<'JSON'
{
  "id": "door",
  "style": "filled",
  "configuration": {"title": "Open the door"},
  "stateValues": {"title": {"selected": "Close the door"}},
  "isSelected": {"state": "door.isOpen"},
  "action": {"name": "door", "operations": [{"op": "toggle", "key": "door.isOpen"}]}
}
JSON
buttonctl state set --wait door.isOpen=false >/dev/null
next_look() { local look && read -r look <&3 && echo "$look"; }
# Three frames: how it looks now, with the door open, and closed again.
exec 3< <(buttonctl --json buttons watch door --count 3 | show)
next_look
buttonctl state set door.isOpen=true >/dev/null
next_look
buttonctl trigger door >/dev/null
next_look
exec 3<&-

# What is refused ends with 1, and says what to do.
buttonctl trigger dor 2>&1 || echo "buttonctl ended with $?"

echo "with socat"
# say METHOD PARAMS: a request; its id does not matter where one answer follows another.
say() { jq -cn --arg method "$1" --argjson params "$2" \
  '{jsonrpc: "2.0", id: 1, $method, $params}'; }
# A client that ends its half of the connection is answered before it is closed.
{
  say hello '{"client": "door.sh"}'
  say state.update '{"operations": [{"op": "toggle", "key": "door.isOpen"}], "wait": "published"}'
  say buttons.get '{"match": "door"}'
  say buttons.trigger '{"id": "dor"}'
} | socat -t 5 - "UNIX-CONNECT:$BUTTOND_SOCKET" | jq -r '
  if .error then "refused: \(.error.message)"
  elif .result.server then "connected to \(.result.server) \(.result.version)"
  elif .result.changed then "changed: \(.result.changed[])"
  else .result.buttons[] | "\(.id): \(.appearance.title)"
  end'
