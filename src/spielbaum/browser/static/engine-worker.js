// Runs one engine, which searches for the application in app-worker.js.
import { loadSite, startModule } from "./python.js";

const asked = []; // messages that arrive before the engine is loaded
let receive = (message) => asked.push(message);

self.addEventListener("message", async ({ data }) => {
  if (!data.begin) return receive(data);
  const { make_engine } = await startModule("spielbaum.browser.workers", data.site ?? (await loadSite()));
  const engine = make_engine((message) => postMessage(message), data.flag);
  receive = (message) => engine.receive(message);
  asked.forEach((message) => receive(message));
});
