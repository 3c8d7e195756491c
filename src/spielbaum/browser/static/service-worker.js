// Serves the files of the site from a cache, so that it works offline, and hands the requests below app/ to the
// application, which runs in a worker of the tab that leads. `BUILD` is written above this line by `spielbaum site`:
//   files: path -> {hash, type, packed}; first: the files that the first picture needs.
"use strict";

const SCOPE = new URL(registration.scope);
const APP = `${SCOPE.pathname}app`;
const CACHE = `spielbaum ${SCOPE.pathname}`;
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(BUILD.first.map(stored)).then(() => !registration.active && self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forget(), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  const path = url.pathname.slice(SCOPE.pathname.length);
  const name = path === "" ? "index.html" : path;
  if (name in BUILD.files) event.respondWith(stored(name));
  else if (url.pathname === APP || url.pathname.startsWith(`${APP}/`)) event.respondWith(answer(event, url));
});

self.addEventListener("message", (event) => {
  const { lead, activate, stage, keep } = event.data;
  if (activate) self.skipWaiting();
  if (lead) follow(event.source.id, lead);
  if (stage) broadcast({ stage }, event.source.id);
  if (keep) event.waitUntil(keepAll());
});

// Files

function keyOf(path) {
  return new Request(new URL(`${path}?${BUILD.files[path].hash}`, SCOPE));
}

async function stored(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? (await load(cache, path));
}

async function load(cache, path) {
  const { hash, type, packed } = BUILD.files[path];
  const response = await fetch(new URL(packed ? `${path}.gz` : path, SCOPE), { cache: "no-cache", credentials: "same-origin" });
  if (!response.ok) return response;
  let content = await received(response, path);
  if (packed && content[0] === 0x1f && content[1] === 0x8b) { // else the server has sent it as gzip, and it is unpacked
    const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip"));
    content = new Uint8Array(await new Response(stream).arrayBuffer());
  }
  if ((await digest(content)) !== hash) {
    registration.update(); // the site has changed since this worker was installed
    return new Response(`${path} is of another version`, { status: 503, headers: ISOLATED });
  }
  const answer = new Response(content, { headers: { ...ISOLATED, ...BUILD.headers[type] } });
  await cache.put(keyOf(path), answer.clone());
  return answer;
}

async function received(response, path) {
  const { weight = 0 } = BUILD.files[path];
  if (!weight) return new Uint8Array(await response.arrayBuffer());
  const chunks = [];
  for await (const chunk of response.body) {
    chunks.push(chunk);
    progress(chunk.length);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

let loaded = 0;

function progress(bytes) {
  loaded += bytes;
  broadcast({ loaded, total: BUILD.total });
}

async function digest(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

async function keepAll() {
  for (const path of Object.keys(BUILD.files)) await stored(path).catch(() => {});
}

async function forget() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(BUILD.files).map((path) => keyOf(path).url));
  wanted.add(new URL(`memory?${BUILD.id}`, SCOPE).href); // python.js keeps it
  const keys = await cache.keys();
  await Promise.all(keys.filter(({ url }) => !wanted.has(url)).map((key) => cache.delete(key)));
}

// The tab that leads

let leader = null; // {id, port}
let waiting = [];
const streams = new Set();

function follow(id, port) {
  if (leader && leader.id !== id) for (const end of streams) end();
  leader = { id, port };
  for (const resolve of waiting) resolve(leader);
  waiting = [];
}

async function shells() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url }) => {
    const { pathname } = new URL(url);
    return pathname.startsWith(SCOPE.pathname) && !pathname.startsWith(APP);
  });
}

async function broadcast(message, except) {
  for (const client of await shells()) if (client.id !== except) client.postMessage(message);
}

const PATIENCE = 5_000;

async function leading() {
  if (leader && !(await self.clients.get(leader.id))) leader = null;
  if (leader) return leader;
  const found = new Promise((resolve) => waiting.push(resolve));
  await broadcast({ whoLeads: true });
  return found;
}

// Whether the leader's page answers; a frozen one does not.
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

// Requests to the application

async function answer(event, url) {
  const { request } = event;
  if (request.mode === "navigate" && request.destination === "document" && request.method === "GET") {
    return Response.redirect(`${SCOPE.href}#${url.pathname.slice(APP.length)}${url.search}${url.hash}`);
  }
  const prerendered = startPage(request, url);
  if (prerendered) return prerendered;
  const body = request.method === "GET" || request.method === "HEAD" ? null : await request.arrayBuffer();
  const asked = {
    method: request.method,
    path: decodeURIComponent(url.pathname),
    query: url.search.slice(1),
    headers: [...request.headers, ["host", url.host], ...originOf(request)],
    secure: url.protocol === "https:",
    body,
  };
  return exchange(await leading(), asked, request);
}

function originOf(request) {
  if (request.method === "GET" || request.method === "HEAD") return [];
  return [["origin", request.referrer.startsWith("http") ? new URL(request.referrer).origin : "null"]];
}

function exchange(to, asked, request) {
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    let controller;
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      streams.delete(end);
      port.postMessage({ disconnect: true });
      port.close();
    };
    const broken = () => {
      if (over) return;
      end();
      try {
        controller.error(new Error("the application has moved to another tab"));
      } catch { /* it has ended */ }
      resolve(new Response(null, { status: 503, headers: ISOLATED }));
    };
    streams.add(broken);
    const body = new ReadableStream({ start: (given) => (controller = given), cancel: end });
    port.onmessage = ({ data: { start, chunk, done } }) => {
      if (start) {
        const empty = [204, 205, 304].includes(start.status) || request.method === "HEAD";
        const headers = new Headers(start.headers);
        for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
        resolve(new Response(empty ? null : body, { status: start.status, headers }));
      }
      if (over) return;
      if (chunk) controller.enqueue(chunk);
      if (done) {
        over = true;
        streams.delete(broken);
        controller.close();
        port.close();
      }
    };
    request.signal.addEventListener("abort", end);
    to.port.postMessage({ request: asked, port: port2 }, [port2]);
    isAwake(to).then((awake) => {
      if (awake || over) return;
      if (leader === to) leader = null;
      broken();
      takeOver(to.id);
    });
  });
}

async function takeOver(frozen) {
  const next = (await shells()).find(({ id }) => id !== frozen);
  next?.postMessage({ takeOver: true });
}

// The start page is shown before the application runs.
function startPage(request, url) {
  return null;
}
