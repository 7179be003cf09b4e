import { configure } from "./live-button.js";

// The token comes behind the # of the address, as on the page of docs/kiosk.md.
configure({ token: new URLSearchParams(location.hash.slice(1)).get("token") });
