// The page around the application: it registers the service worker, elects the tab that runs the application, and
// keeps the address of the page shown in the hash, so that a reload or a bookmark returns to it.
"use strict";

const TEXTS = {
  en: {
    page: "Loading the page …",
    python: "Loading Python …",
    application: "Starting Spielbaum …",
    update: "Loading the new version …",
    failed: "Spielbaum could not be started: ",
    setAside: "The games stored in this browser cannot be read. They were set aside, and new ones are stored: ",
    worker: "Spielbaum needs service workers, which this browser lacks or allows on https:// and localhost only.",
    private: "Spielbaum needs service workers, which this browser does not allow here, perhaps because the window is private.",
    wasm: "Spielbaum needs WebAssembly, which this browser lacks.",
    file: "A browser does not run this page from a file: start python -m http.server in its folder, and open http://localhost:8000/.",
  },
  de: {
    page: "Die Seite wird geladen …",
    python: "Python wird geladen …",
    application: "Spielbaum wird gestartet …",
    update: "Die neue Fassung wird geladen …",
    failed: "Spielbaum konnte nicht gestartet werden: ",
    setAside: "Die Partien in diesem Browser lassen sich nicht lesen. Sie wurden beiseitegelegt, und neue werden gespeichert: ",
    worker: "Spielbaum braucht Service Worker; dieser Browser hat sie nicht oder erlaubt sie nur bei https:// und localhost.",
    private: "Spielbaum braucht Service Worker; dieser Browser erlaubt sie hier nicht, vielleicht weil das Fenster privat ist.",
    wasm: "Spielbaum braucht WebAssembly; das hat dieser Browser nicht.",
    file: "Browser führen diese Seite nicht aus einer Datei aus: Starten Sie in ihrem Ordner python -m http.server und öffnen Sie http://localhost:8000/.",
  },
};
const asked = new URLSearchParams(location.search).get("lang");
const language = asked in TEXTS ? asked : navigator.language.startsWith("de") ? "de" : "en";
const texts = TEXTS[language];
document.documentElement.lang = language;

const BASE = new URL(".", location.href);
const APP = new URL("app", BASE).pathname;
const frame = document.getElementById("page");
const element = (id) => document.getElementById(id);

// The state of loading

function show(stage) {
  element("bar").hidden = stage === "ready";
  element("stage").textContent = texts[stage] ?? "";
  element("progress").hidden = stage !== "python";
}

function fail(sentence) {
  element("bar").hidden = true;
  element("missing").textContent = sentence;
  element("missing").hidden = false;
}

// The address: the path of the page in the frame is the hash of this one.

function shownPath() {
  if (!frame.contentDocument) return "/"; // a page of the browser, such as that of an error
  const { pathname, search, hash } = frame.contentWindow.location;
  return pathname.startsWith(APP) ? pathname.slice(APP.length) + search + hash : "/";
}

function wantedPath() {
  const path = location.hash.slice(1);
  if (path.startsWith("/") && !path.startsWith("//")) return path;
  return asked in TEXTS ? `/?lang=${asked}` : "/";
}

function openPage() {
  frame.addEventListener("load", () => {
    const path = shownPath();
    if (path !== wantedPath()) history.replaceState(null, "", `#${path}`);
    document.title = frame.contentDocument?.title || document.title;
    frame.contentDocument?.addEventListener("click", download);
  });
  window.addEventListener("hashchange", () => {
    if (wantedPath() !== shownPath()) frame.contentWindow.location.replace(APP + wantedPath());
  });
  frame.src = APP + wantedPath();
  frame.hidden = false;
}

// Browsers hand downloads to no service worker.
async function download(event) {
  const link = event.target.closest("a[download]");
  if (!link || !link.href.startsWith(BASE.href)) return;
  event.preventDefault();
  const response = await fetch(link.href);
  const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
  const copy = document.createElement("a");
  copy.download = link.download || named?.[1] || "";
  copy.href = URL.createObjectURL(await response.blob());
  copy.click();
  setTimeout(() => URL.revokeObjectURL(copy.href), 60_000);
}

// The tab that holds the lock runs the application, for all tabs.

let worker = null;
let stage = "python";
const LOCK = `spielbaum ${BASE.pathname}`;

function lead(steal) {
  navigator.locks
    .request(LOCK, steal ? { steal: true } : {}, () => new Promise(() => {
      worker = new Worker(new URL("app-worker.js", BASE), { type: "module", name: "application" });
      worker.addEventListener("message", ({ data }) => hear(data));
      worker.addEventListener("error", (event) => hear({ failed: event.message ?? "" }));
      announce();
    }))
    .catch(() => { // another tab took over, because this one was frozen
      worker?.terminate();
      worker = null;
      lead(false);
    });
}

function hear(message) {
  if (message.stage) {
    stage = message.stage;
    show(stage);
    performance.mark(stage);
    tell({ stage });
    if (stage === "ready") setTimeout(tell, 3_000, { keep: true }); // the first game comes first
  }
  if (message.setAside) {
    element("missing").textContent = texts.setAside + message.setAside;
    element("missing").hidden = false;
  }
  if (message.failed) fail(texts.failed + message.failed);
}

function announce() {
  const channel = new MessageChannel();
  worker.postMessage({ serve: channel.port1 }, [channel.port1]);
  tell({ lead: channel.port2, stage }, [channel.port2]);
}

function tell(message, transfer = []) {
  navigator.serviceWorker.controller?.postMessage(message, transfer);
}

function listen() {
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.whoLeads && worker) announce();
    if (data.ping && worker) data.ping.postMessage("here");
    if (data.takeOver && !worker) lead(true);
    if (data.stage) show(data.stage);
    if (data.kept) document.documentElement.dataset.kept = ""; // all is in the cache
    if (data.loaded) element("progress").value = data.loaded;
  });
  navigator.serviceWorker.startMessages();
}

// The first visit

async function begin() {
  if (location.protocol === "file:") return fail(texts.file);
  if (typeof WebAssembly !== "object") return fail(texts.wasm);
  if (!navigator.serviceWorker || !navigator.locks) return fail(texts.worker);
  show("page");
  let registration;
  try {
    registration = await navigator.serviceWorker.register(new URL("service-worker.js", BASE), { updateViaCache: "none" });
  } catch (error) {
    return fail(error.name === "SecurityError" ? texts.private : texts.failed + error.message);
  }
  const { serviceWorker } = navigator;
  if (registration.waiting && serviceWorker.controller) {
    show("update");
    serviceWorker.addEventListener("controllerchange", () => location.reload());
    return registration.waiting.postMessage({ activate: true });
  }
  if (!serviceWorker.controller) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
  if (!crossOriginIsolated && !sessionStorage.getItem("reloaded")) {
    sessionStorage.setItem("reloaded", "1"); // once: some browsers are never isolated
    return location.reload();
  }
  sessionStorage.removeItem("reloaded");
  serviceWorker.addEventListener("controllerchange", () => location.reload()); // another tab loaded a new version
  listen();
  show("python");
  tell({ ask: true }); // how far the tab that leads is
  lead(false);
  openPage();
}

begin();
