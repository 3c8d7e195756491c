// Starts Pyodide with the packages of the site in a worker.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const BASE = new URL(".", import.meta.url);

export async function startPython(stage = () => {}) {
  stage("python");
  const packages = fetch(new URL("python/packages.tar", BASE)).then((response) => response.arrayBuffer());
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", BASE).href,
    packageBaseUrl: new URL("pyodide/", BASE).href,
    env: { HOME: "/home/spielbaum", PYTHONINSPECT: "", SPIELBAUM_JIT: "0" },
  });
  stage("packages");
  unpack(python.FS, new Uint8Array(await packages), "/packages");
  python.runPython('import sys; sys.path.append("/packages"); sys.dont_write_bytecode = True');
  return python;
}

// Writes the files of a tar archive, which are views of it.
function unpack(files, archive, folder) {
  const text = (from, length) => new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  for (let at = 0; archive[at]; ) {
    const path = `${folder}/${text(at + 345, 155)}${archive[at + 345] ? "/" : ""}${text(at, 100)}`;
    const size = parseInt(text(at + 124, 12), 8);
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, archive.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
