// Runs a program in Pyodide in Node: node.mjs PYODIDE KERNELS PROGRAM PACKAGE...
// The program may start engines, which run in threads. Each package is a folder or a file.
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const [, , ...given] = isMainThread ? process.argv : workerData.argv;
const [pyodide, kernels, program, ...packages] = given;

async function startPython() {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
  const env = { HOME: "/home/pyodide", SPIELBAUM_KERNELS: "/kernels", TIME_OF_DAY: process.env.TIME_OF_DAY };
  const python = await loadPyodide({ indexURL: pyodide, env, stdout: console.log, stderr: console.error });
  const mount = (root, folder) => {
    python.FS.mkdirTree(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, folder);
  };
  mount(kernels, "/kernels");
  for (const path of packages) {
    const place = `/packages/${basename(path)}`;
    if (statSync(path).isDirectory()) mount(path, place);
    else python.FS.writeFile(place, readFileSync(path));
  }
  python.runPython('import sys; sys.dont_write_bytecode = True; sys.path.append("/packages")');
  return python;
}

function startEngine(shared) {
  return (receive, fail) => {
    const flag = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const worker = new Worker(new URL(import.meta.url), { workerData: { argv: process.argv, flag } });
    worker.on("message", receive);
    worker.on("error", (error) => fail(String(error.message)));
    return { flag, post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
  };
}

const python = await startPython();
if (isMainThread) {
  try {
    python.runPython(readFileSync(program, "utf8"));
    await python.globals.get("main")(startEngine);
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
