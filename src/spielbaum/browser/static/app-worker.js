// Runs the application in a worker of the tab that leads: requests come from the service worker through a port.
import { startPython } from "./python.js";

const BASE = new URL(".", import.meta.url);

const stage = (name) => {
  performance.mark(name);
  postMessage({ stage: name });
};

// Engines. The first is started at once, so that it loads while the application does.

function newEngine() {
  const flag = self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  const worker = new Worker(new URL("engine-worker.js", BASE), { type: "module", name: "engine" });
  const early = [];
  let [receive, fail] = [(data) => early.push(data), (text) => console.error(text)];
  worker.addEventListener("message", ({ data }) => receive(data));
  worker.addEventListener("error", (event) => fail(event.message ?? "an engine could not be started"));
  worker.postMessage({ begin: true, flag });
  return {
    flag,
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    connect(...handlers) {
      [receive, fail] = handlers;
      // Python adds the engine to its list only after this call.
      queueMicrotask(() => early.splice(0).forEach((message) => receive(message)));
    },
  };
}

let spare = newEngine();

function startEngine(receive, fail) {
  const engine = spare ?? newEngine();
  spare = null;
  engine.connect(receive, fail);
  return engine;
}

// The application

async function start() {
  const python = await startPython(stage);
  stage("application");
  const settings = await (await fetch(new URL("site.json", BASE))).text();
  const { Bridge } = python.pyimport("spielbaum.browser.application");
  const bridge = Bridge(BASE.href, settings, startEngine);
  await bridge.start();
  stage("ready");
  return bridge;
}

const application = start();

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
