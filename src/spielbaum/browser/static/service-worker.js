// Serves the files of the site from a cache, so that it works offline, and hands the requests below app/ to the
// application, which runs in a worker of the tab that leads. Above this line `spielbaum site` writes BUILD:
//   files: path -> [hash, number of its headers in kinds, whether it is compressed], first: what the first picture
//   needs, start: files of pages, in which base stands for the path of the site, weights: bytes, for the bar.
"use strict";

const SCOPE = new URL(registration.scope);
const APP = `${SCOPE.pathname}app`;
const CACHE = `spielbaum ${SCOPE.pathname}`;
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
};

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(BUILD.first.map(stored)).then(() => registration.active || self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forget(), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  const path = url.pathname.slice(SCOPE.pathname.length) || "index.html";
  if (path in BUILD.files) event.respondWith(stored(path));
  else if (url.pathname === APP || url.pathname.startsWith(`${APP}/`)) event.respondWith(answer(event.request, url));
});

self.addEventListener("message", (event) => {
  const { lead, ask, activate, stage, keep } = event.data;
  if (activate) self.skipWaiting();
  if (ask) broadcast({ whoLeads: true });
  if (lead) follow(event.source.id, lead);
  if (stage) broadcast({ stage }, event.source.id);
  if (keep) event.waitUntil(keepAll().then(() => event.source.postMessage({ kept: true })));
});

// Files

function keyOf(path) {
  return new URL(`${path}?${BUILD.files[path][0]}`, SCOPE).href;
}

async function stored(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? (await load(cache, path));
}

async function load(cache, path) {
  const [hash, kind, packed] = BUILD.files[path];
  const response = await fetch(new URL(packed ? `${path}.gz` : path, SCOPE), { cache: "no-cache" });
  if (!response.ok) return response;
  let content = await received(response, path);
  if (packed && content[0] === 0x1f && content[1] === 0x8b) {
    // Otherwise the server has sent it with Content-Encoding, and the browser has unpacked it.
    const unpacked = new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip"));
    content = new Uint8Array(await new Response(unpacked).arrayBuffer());
  }
  if ((await digest(content)) !== hash) {
    registration.update(); // the site has changed since this worker was installed
    return new Response(`${path} is of another version: load the page again`, { status: 503, headers: ISOLATED });
  }
  const answer = new Response(content, { headers: { ...BUILD.kinds[kind], ...ISOLATED } });
  await cache.put(keyOf(path), answer.clone());
  return answer;
}

let loaded = 0;

async function received(response, path) {
  if (!(path in BUILD.weights)) return new Uint8Array(await response.arrayBuffer());
  const chunks = [];
  const total = Object.values(BUILD.weights).reduce((sum, bytes) => sum + bytes);
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(value);
    loaded += value.length;
    broadcast({ loaded: loaded / total });
  }
}

async function digest(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

// Loads what is not in the cache yet, for the time when there is no network.
async function keepAll() {
  for (const path of Object.keys(BUILD.files)) await stored(path).catch(() => {});
}

async function forget() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(BUILD.files).map(keyOf));
  const isMemory = (url) => url.startsWith(`${SCOPE.href}memory/`) && url.endsWith(`?${BUILD.id}`); // of python.js
  const keys = await cache.keys();
  await Promise.all(keys.filter(({ url }) => !wanted.has(url) && !isMemory(url)).map((key) => cache.delete(key)));
}

// The tab that leads

let leader = null; // {id, port}
let waiting = [];
const exchanges = new Map(); // functions that end them, with the tab that leads them

function follow(id, port) {
  for (const [end, to] of exchanges) if (to !== id) end();
  leader = { id, port };
  waiting.forEach((resolve) => resolve(leader));
  waiting = [];
}

async function shells() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url }) => [SCOPE.pathname, `${SCOPE.pathname}index.html`].includes(new URL(url).pathname));
}

async function broadcast(message, except) {
  for (const client of await shells()) if (client.id !== except) client.postMessage(message);
}

async function leading() {
  if (leader && !(await self.clients.get(leader.id))) leader = null;
  if (leader) return leader;
  const found = new Promise((resolve) => waiting.push(resolve));
  await broadcast({ whoLeads: true });
  return found;
}

const PATIENCE = 5_000;

// Whether the page of a leader answers: a browser may freeze a tab that is not shown, with its workers.
async function isAwake({ id }) {
  const client = await self.clients.get(id);
  if (!client) return false;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, PATIENCE, false);
    client.postMessage({ ping: port2 }, [port2]);
  });
}

async function takeOver(frozen) {
  const next = (await shells()).find(({ id }) => id !== frozen);
  next?.postMessage({ takeOver: true });
}

// Requests to the application

async function answer(request, url) {
  const path = url.pathname.slice(APP.length) || "/";
  if (request.mode === "navigate" && request.destination === "document" && request.method === "GET") {
    return Response.redirect(`${SCOPE.href}#${path}${url.search}${url.hash}`);
  }
  if (path in BUILD.start && !url.search && request.method === "GET") return start(BUILD.start[path]);
  const asked = {
    method: request.method,
    path: decodeURIComponent(url.pathname),
    query: url.search.slice(1),
    headers: [...request.headers, ["host", url.host], ["accept-language", navigator.languages.join(",")], ...origin(request)],
    secure: url.protocol === "https:",
    body: isSafe(request) ? undefined : await request.arrayBuffer(),
  };
  for (;;) {
    const response = await exchange(await leading(), asked, request);
    if (response) return response;
  }
}

// The start page does not change, and is there before the application.
async function start(name) {
  const language = navigator.language.startsWith("de") ? "de" : "en";
  const page = await stored(`start/${language}/${name}`);
  const text = (await page.text()).replaceAll(`${BUILD.base}/`, SCOPE.pathname);
  return new Response(text, { headers: page.headers });
}

function isSafe({ method }) {
  return method === "GET" || method === "HEAD";
}

// Forms of other sites are refused by the application; a service worker learns their origin from the referrer.
function origin(request) {
  if (isSafe(request)) return [];
  return [["origin", request.referrer.startsWith("http") ? new URL(request.referrer).origin : "null"]];
}

// Returns the response; null if the tab that led has gone, or another took over, before it began.
function exchange(to, asked, request) {
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    let controller;
    let over = false;
    let isStream = false;
    const finish = () => {
      over = true;
      exchanges.delete(fail);
      port.postMessage("disconnect");
      port.close();
    };
    const fail = () => {
      if (over) return;
      finish();
      resolve(null); // unless it has begun
      // A stream of events that ends is opened again; one that fails is not.
      if (isStream) controller.close();
      else controller.error(new Error("the application has moved to another tab"));
    };
    exchanges.set(fail, to.id);
    const body = new ReadableStream({ start: (given) => (controller = given), cancel: () => over || finish() });
    port.onmessage = ({ data: { start, chunk, done } }) => {
      if (over) return;
      if (start) {
        const isEmpty = [204, 205, 304].includes(start.status) || request.method === "HEAD";
        const headers = new Headers(start.headers);
        isStream = headers.get("content-type")?.startsWith("text/event-stream");
        for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
        resolve(new Response(isEmpty ? null : body, { status: start.status, headers }));
      }
      if (chunk) controller.enqueue(chunk);
      if (done) {
        finish();
        controller.close();
      }
    };
    to.port.postMessage({ request: asked, port: port2 }, [port2]);
    isAwake(to).then((awake) => {
      if (awake || over) return;
      if (leader === to) leader = null;
      fail();
      takeOver(to.id);
    });
  });
}
