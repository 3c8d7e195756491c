// Runs the application in a worker of the tab that leads: requests come from the service worker through a port.
import { openDatabase } from "./database.js";
import { BASE, loadSite, startModule } from "./python.js";

const stage = (name) => {
  performance.mark(name);
  postMessage({ stage: name });
};

// Engines. The first is started before it is asked for, from the memory that the application keeps.

let given; // what Python starts from

function newEngine() {
  const flag = self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
  const worker = new Worker(new URL("engine-worker.js", BASE), { type: "module", name: "engine" });
  const early = [];
  let [receive, fail] = [(data) => early.push(data), (text) => console.error(text)];
  worker.addEventListener("message", ({ data }) => receive(data));
  worker.addEventListener("error", (event) => fail(event.message ?? "an engine could not be started"));
  return {
    flag,
    begin: () => worker.postMessage({ begin: true, flag, site: given }),
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    connect(...handlers) {
      [receive, fail] = handlers;
      // Python adds the engine to its list only after this call.
      queueMicrotask(() => early.splice(0).forEach((message) => receive(message)));
    },
  };
}

let spare = null;

function startEngine(receive, fail) {
  const engine = spare ?? newEngine();
  if (!spare) engine.begin();
  spare = null;
  engine.connect(receive, fail);
  return engine;
}

// The application

async function start() {
  stage("python");
  given = await loadSite();
  spare = newEngine();
  const { Bridge } = await startModule("spielbaum.browser.application", given, spare.begin);
  stage("application");
  const { site } = given;
  const kept = site.database ? await openDatabase() : undefined;
  const bridge = Bridge(BASE.href, site, startEngine);
  const wrong = await bridge.start(kept);
  if (wrong) postMessage({ setAside: wrong });
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
