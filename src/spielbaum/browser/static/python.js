// Starts Python with the packages of the site in a worker.
//
// The first time, the application imports its modules, and Python's memory is kept in the cache; from then on Python
// starts from there, in a tenth of the time, as do all engines.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import makeModule from "./pyodide/pyodide.asm.mjs";

export const BASE = new URL(".", import.meta.url);
const LIBRARY = "/lib/python314.zip";

// Returns what all workers of the site start from: site.json, the packages and the standard library.
export async function loadSite() {
  const [site, packages, library] = await Promise.all([
    load("site.json").then((response) => response.json()),
    load("python/packages.tar").then(share),
    load("pyodide/python_stdlib.zip").then(share),
  ]);
  return { site, packages, library };
}

async function load(path) {
  const response = await fetch(new URL(path, BASE));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response;
}

// Returns the content of a response, in memory that the workers share, if they can.
async function share(response) {
  const content = new Uint8Array(await response.arrayBuffer());
  if (!self.crossOriginIsolated) return content;
  const shared = new Uint8Array(new SharedArrayBuffer(content.length));
  shared.set(content);
  return shared;
}

// Returns a module of Python. With `kept`, the module has a function prepare, and Python's memory is kept after it;
// `kept` is called as soon as others may start from there.
export async function startModule(name, { site, packages, library }, kept) {
  const memory = new Memory(site.build);
  const isKept = kept && (await memory.isKept());
  if (isKept) kept();
  const restored = await memory.restore();
  const python = restored ?? (await start({ _makeSnapshot: Boolean(kept) }));
  python.FS.unlink(LIBRARY);
  python.FS.writeFile(LIBRARY, library, { canOwn: true });
  unpack(python.FS, packages, "/");
  if (restored) return python.pyimport(name);
  python.runPython('import sys; sys.path.append("/packages"); sys.dont_write_bytecode = True');
  python.pyimport("spielbaum.browser.kernels").ship_kernels(site.kernels);
  const module = python.pyimport(name);
  if (kept) {
    module.prepare(site);
    await memory.keep(python);
    if (!isKept) kept();
  }
  return module;
}

function start(options) {
  return loadPyodide({
    indexURL: new URL("pyodide/", BASE).href,
    packageBaseUrl: new URL("pyodide/", BASE).href, // nothing is loaded from there, nor from the default, another host
    env: { HOME: "/tmp", PYTHONINSPECT: "" },
    createPyodideModule: makeModule,
    ...options,
  });
}

// Python's memory, in the cache of the site.
class Memory {
  constructor(build) {
    this.key = new URL(`memory/python?${build}`, BASE).href;
    this.cache = caches.open(`spielbaum ${BASE.pathname}`);
  }

  async isKept() {
    return Boolean(await (await this.cache).match(this.key));
  }

  // Returns Python; undefined if its memory is not kept.
  async restore() {
    const found = await (await this.cache).match(this.key);
    if (!found) return undefined;
    try {
      return await restored(found.body.getReader(), Number(found.headers.get("Content-Length")));
    } catch (error) {
      console.warn(error);
      await (await this.cache).delete(this.key);
      return undefined;
    }
  }

  async keep(python) {
    python.runPython("import gc, importlib; importlib.invalidate_caches(); gc.collect()");
    // Files that are open are not part of the memory.
    if (python.FS.streams.slice(3).some(Boolean)) return console.warn("a file is open: Python's memory is not kept");
    const content = python.makeMemorySnapshot();
    const response = new Response(content, { headers: { "Content-Length": content.length } });
    // Without room for it Python starts slowly the next time.
    return (await this.cache).put(this.key, response).catch((error) => console.warn(error));
  }
}

// The memory is written where it belongs, piece by piece: Pyodide, which takes it as one array, gets its head only.
async function restored(reader, size) {
  const { value: first } = await reader.read();
  const begin = new Uint32Array(first.slice(4, 8).buffer)[0];
  return start({
    _loadSnapshot: first.slice(0, begin),
    stdLibURL: new URL("site.json", BASE).href, // replaced before it is read
    async createPyodideModule(settings) {
      const module = await makeModule(settings);
      module.growMemory(size - begin);
      let at = 0;
      for (let piece = first.subarray(begin); piece; { value: piece } = await reader.read()) {
        module.HEAP8.set(piece, at);
        at += piece.length;
      }
      if (at !== size - begin) throw new Error("Python's memory is not complete");
      return module;
    },
  });
}

// Writes the files of a tar archive, which stay views of it.
function unpack(files, archive, folder) {
  const text = (from, length) => new TextDecoder().decode(archive.slice(from, from + length)).replace(/\0.*$/s, "");
  for (let at = 0; archive[at]; ) {
    const path = `${folder}${text(at + 345, 155)}${archive[at + 345] ? "/" : ""}${text(at, 100)}`;
    const size = parseInt(text(at + 124, 12), 8);
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, archive.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
