"""What buttond-mqtt sends Home Assistant, by Home Assistant's own schemas: `scripts/test check -m discovery`.

It installs Home Assistant from PyPI: 2024.3.3, the last for Python 3.11, whose schemas of entities are used. It does not
know the device around them yet (that came with 2024.11): for that the rules of Home Assistant's documentation are
written here.
"""

import os
import subprocess
import sys

import pytest

from .repository import SCRATCH

PEER = f"{SCRATCH}/home-assistant"
PACKAGES = ["homeassistant==2024.3.3", "paho-mqtt==1.6.1"]
RULES = """
broker:
  host: localhost
homeAssistant:
  device: panel
  name: Wall panel
  buttons: [{id: till.pay, name: Pay, icon: "mdi:cash", class: restart}, bell]
  events: [{id: till.pay, class: button}]
  lights: [{key: lamp.isOn, brightness: lamp.level, name: Lamp, icon: "mdi:lamp"}, porch]
  switches: [{key: lights.kitchen, name: Kitchen light, class: switch}, lights.hall]
  binarySensors: [{key: door.isOpen, class: door}]
  numbers: [{key: heating.target, min: 5, max: 30, step: 0.5, unit: °C, class: temperature}]
  selects: [{id: drink.size, key: drink.chosen, options: [small, large]}]
  sensors: [{key: shop.total, unit: EUR, class: monetary}, {key: home.t, unit: °C, class: temperature}]
"""
CHECK = """
import importlib, json, sys
import voluptuous as vol
from homeassistant.components.mqtt import mixins
from homeassistant.components.mqtt.util import valid_subscribe_topic
said = json.load(sys.stdin)
component = vol.Schema({vol.Required("platform"): vol.In(["binary_sensor", "button", "event", "light", "number",
                                                          "select", "sensor", "switch"]),
                        vol.Required("unique_id"): str}, extra=vol.ALLOW_EXTRA)
vol.Schema({vol.Required("device"): mixins.MQTT_ENTITY_DEVICE_INFO_SCHEMA,
            vol.Required("origin"): mixins.MQTT_ORIGIN_INFO_SCHEMA,
            vol.Required("components"): {str: component},
            vol.Optional("availability"): list})(said)
shared = {name: said[name] for name in ("device", "origin", "availability")}
for name, entity in said["components"].items():
    schema = importlib.import_module("homeassistant.components.mqtt." + entity.pop("platform")).DISCOVERY_SCHEMA
    schema({**shared, **entity})
identifiers = [entity["unique_id"] for entity in said["components"].values()]
assert len(set(identifiers)) == len(identifiers) == 12, identifiers
"""


@pytest.fixture
def home_assistant():
    """A Python that has Home Assistant."""
    if not os.path.exists(f"{PEER}/bin/python"):
        subprocess.run([sys.executable, "-m", "venv", PEER], check=True)
        subprocess.run([f"{PEER}/bin/pip", "install", "--quiet", *PACKAGES], check=True)
    return f"{PEER}/bin/python"


@pytest.mark.discovery
def test_home_assistant_takes_what_the_bridge_sends(machine, broker, home_assistant):
    machine.write("mqtt.yaml", machine.translated(RULES))
    machine.start("buttond-mqtt --config mqtt.yaml --socket none")
    sent = machine.run("mosquitto_sub -h 127.0.0.1 -W 60 -C 1 -t homeassistant/device/panel/config")
    machine.write("check.py", CHECK)
    machine.write("sent.json", sent)
    machine.run(f"{home_assistant} check.py <sent.json")
