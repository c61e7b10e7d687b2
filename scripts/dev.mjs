// `npm run dev`: the server, bundled and started again on every change, and Vite's own server, which reloads the web.
// Both are on one address, and Ctrl-C ends both.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { ensureInstalled } from "./install.mjs";
import { refuseArguments, root } from "./process.mjs";

refuseArguments();
const webPort = Number(process.env.PORT || 3000);
const apiPort = webPort + 1;
const apiUrl = `http://127.0.0.1:${apiPort}`;
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${webPort}`;

await ensureInstalled();
const { build, createServer } = await import("vite");

/** @type {import("node:child_process").ChildProcess | null} */
let server = null;
let restarting = Promise.resolve();
let isEnding = false;

const watcher = /** @type {import("vite").Rolldown.RolldownWatcher} */ (
  await build({
    root,
    configFile: `${root}/vite.server.config.ts`,
    logLevel: "warn",
    // Beside dist/web like dist/server, which stays as it was built.
    build: { outDir: "dist/dev", watch: {} },
  })
);
watcher.on("event", (event) => {
  if (event.code === "ERROR") console.error(event.error);
  if (event.code === "END") restarting = restarting.then(restart);
});

const web = await createServer({
  configFile: `${root}/vite.web.config.ts`,
  // The web's own files in web/api come from Vite.
  server: {
    port: webPort,
    strictPort: true,
    proxy: { "^/api/(?!.*[.]tsx?(\\?|$))": apiUrl, "/media": apiUrl },
  },
});
await web.listen();
web.printUrls();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end());

async function restart() {
  await stop();
  if (isEnding) return;
  server = spawn(process.execPath, ["--enable-source-maps", `${root}/dist/dev/main.js`], {
    cwd: root,
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(apiPort), PUBLIC_URL: publicUrl },
    stdio: "inherit",
    // Ctrl-C reaches only this process, which then stops the server in order.
    detached: true,
  });
}

async function stop() {
  const old = server;
  server = null;
  if (!old || old.exitCode !== null || old.signalCode !== null) return;
  const exited = once(old, "exit");
  old.kill("SIGTERM");
  await exited;
}

async function end() {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([watcher.close(), web.close(), restarting.then(stop)]);
  process.exit(0);
}
