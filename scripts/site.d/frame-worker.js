// Lets the search run in a page that a browser opened from a folder, where it starts no workers: the worker's
// script runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #scope;
    #loaded;

    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.#scope = frame.contentWindow;
      this.#scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.#scope.importScripts = async (...urls) => {
        for (const each of urls) await this.#load(each);
      };
      this.#loaded = this.#load(url);
    }

    async postMessage(data) {
      await this.#loaded;
      this.#scope.dispatchEvent(new MessageEvent("message", { data }));
    }

    #load(url) {
      return new Promise((resolve, reject) => {
        const script = this.#scope.document.createElement("script");
        Object.assign(script, { src: url, onload: resolve, onerror: reject });
        this.#scope.document.body.append(script);
      });
    }
  };
}
