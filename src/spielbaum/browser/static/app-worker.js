// Runs the application in a worker of the tab that leads: requests come from the service worker through a port.
import { startPython } from "./python.js";

const stage = (name) => {
  performance.mark(name);
  postMessage({ stage: name });
};

const application = start();

async function start() {
  const python = await startPython(stage);
  stage("application");
  const base = new URL(".", import.meta.url);
  const settings = await (await fetch(new URL("site.json", base))).json();
  const { Bridge } = python.pyimport("spielbaum.browser.application");
  const bridge = Bridge(base.href, JSON.stringify(settings));
  await bridge.start();
  stage("ready");
  return bridge;
}

application.catch((error) => {
  console.error(error);
  postMessage({ failed: String(error.message ?? error).trim().split("\n").at(-1) });
});

self.addEventListener("message", ({ data }) => {
  if (data.serve) data.serve.onmessage = ({ data: { request, port } }) => answer(request, port);
});

async function answer(request, port) {
  const gone = new Promise((resolve) => (port.onmessage = resolve));
  const send = (message, transfer = []) => port.postMessage(message, transfer);
  const { method, path, query, headers, secure, body } = request;
  (await application).answer(method, path, query, headers, secure, body, send, gone);
}
