// Runs Python in Pyodide in Node: node.mjs PYODIDE SOURCE PACKAGES PROGRAM; engines run in threads.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const folders = isMainThread ? process.argv.slice(2, 5) : workerData.folders;

async function startPython([pyodide, source, packages]) {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
  const python = await loadPyodide({ indexURL: pyodide, env: { HOME: "/home/pyodide", SPIELBAUM_JIT: "0" } });
  for (const [folder, root] of [["/source", source], ["/packages", packages]]) {
    python.FS.mkdir(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, folder);
  }
  python.runPython('import sys; sys.dont_write_bytecode = True; sys.path[:0] = ["/source", "/packages"]');
  return python;
}

function startEngine(shared) {
  return (receive, fail) => {
    const flag = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const worker = new Worker(new URL(import.meta.url), { workerData: { folders, flag } });
    worker.on("message", receive);
    worker.on("error", (error) => fail(String(error.message)));
    return { flag, post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
  };
}

const python = await startPython(folders);
if (isMainThread) {
  python.globals.set("start_engine", startEngine);
  try {
    await python.runPythonAsync(readFileSync(process.argv[5], "utf8"));
    process.exit(0);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
} else {
  const { make_engine } = python.pyimport("spielbaum.browser.workers");
  const engine = make_engine((message) => parentPort.postMessage(message), workerData.flag);
  parentPort.on("message", (message) => engine.receive(message));
}
