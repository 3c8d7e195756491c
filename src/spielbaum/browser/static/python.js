// Starts Python with the packages of the site in a worker.
//
// The first time, the application imports its modules, and Python's memory is kept in the cache; from then on Python
// starts from there, in a tenth of the time.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import makeModule from "./pyodide/pyodide.asm.mjs";

export const BASE = new URL(".", import.meta.url);
const FIRST_MODULE = "spielbaum.browser.application";

export async function load(path) {
  const response = await fetch(new URL(path, BASE));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response;
}

// Returns Python; `stage` hears how far it is, `keep` says whether to keep its memory if that is not kept yet.
export async function startPython({ stage = () => {}, keep = false } = {}) {
  stage("python");
  const site = load("site.json").then((response) => response.json());
  const files = load("python/packages.tar").then((response) => response.arrayBuffer());
  files.catch(() => {}); // reported when it is awaited
  const memory = new Memory((await site).build);
  const kept = await memory.read();
  let python;
  try {
    python = await start(kept, keep);
  } catch (error) {
    if (!kept) throw error;
    console.warn(error);
    await memory.forget();
    python = await start(null, keep);
  }
  stage("packages");
  unpack(python.FS, new Uint8Array(await files), "/");
  if (!kept) {
    python.runPython('import sys; sys.path.append("/packages"); sys.dont_write_bytecode = True');
    python.pyimport("spielbaum.browser.kernels").ship_kernels((await site).kernels);
    if (keep) {
      python.pyimport(FIRST_MODULE).prepare(await site);
      // The files that are open are not part of the memory.
      if (python.FS.streams.slice(3).some(Boolean)) console.warn("open files: Python's memory is not kept");
      else await memory.write(python.makeMemorySnapshot());
    }
  }
  return { python, site: await site };
}

async function start(memory, keep) {
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", BASE).href,
    packageBaseUrl: new URL("pyodide/", BASE).href, // nothing is loaded from there, nor from the default, another host
    env: { HOME: "/tmp", PYTHONINSPECT: "" },
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: keep }),
    async createPyodideModule(settings) {
      const module = await makeModule(settings);
      if (memory) module.growMemory(memory.length);
      return module;
    },
  });
  // Pyodide would hold its settings, and with them another copy of the memory.
  delete python._api.config._loadSnapshot;
  delete python._api.config.createPyodideModule;
  return python;
}

// Python's memory after the imports, in the cache of the site.
class Memory {
  constructor(build) {
    this.key = new URL(`memory?${build}`, BASE).href;
    this.cache = caches.open(`spielbaum ${BASE.pathname}`);
  }

  async read() {
    const found = await (await this.cache).match(this.key);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  }

  async write(content) {
    // Without room for it Python starts slowly the next time.
    await (await this.cache).put(this.key, new Response(content)).catch((error) => console.warn(error));
  }

  async forget() {
    await (await this.cache).delete(this.key);
  }
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
