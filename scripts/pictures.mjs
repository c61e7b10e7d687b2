// `npm run pictures`: makes the pictures of README anew from the demo group, on a phone and on a desk.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { isBuilt } from "./fingerprint.mjs";
import { root } from "./process.mjs";

const folder = join(root, "docs/pictures");
/** Who looks at which page, in a window of which size. Sign-in data of the demo group (demo/people.ts). */
const pictures = [
  { name: "phone", user: "kiprotich.koech", path: "/dashboard", width: 360, height: 740 },
  {
    name: "desktop",
    user: "treasurer",
    path: "/dashboard/accounting/balance-sheet",
    width: 1280,
    height: 800,
  },
];

if (!isBuilt()) await build();
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), "akiba-pictures-"));
chmodSync(dataDir, 0o755);
const port = await freePort();
const url = `http://localhost:${port}`;
const demo = spawn(process.execPath, [join(root, "dist/server/demo.js")], {
  env: {
    ...process.env,
    PORT: String(port),
    HOST: "localhost",
    DATA_DIR: dataDir,
    RATE_LIMIT: "off",
  },
  stdio: "ignore",
});
const gone = new Promise((resolve) => demo.once("exit", resolve));
try {
  await untilHealthy();
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  });
  for (const picture of pictures) await take(browser, picture);
  await browser.close();
} finally {
  demo.kill("SIGTERM");
  await gone;
  rmSync(dataDir, { recursive: true, force: true });
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {(typeof pictures)[number]} picture
 */
async function take(browser, { name, user, path, width, height }) {
  const answer = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${user}@demo.example`, password: "mbuyu-wa-kale-1963" }),
  });
  if (!answer.ok) throw new Error(`${user} cannot sign in: ${answer.status}`);
  const { access } = await answer.json();
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: "reduce",
    timezoneId: "Africa/Nairobi",
    serviceWorkers: "block",
  });
  await context.addInitScript(
    `if (location.origin === "${url}") localStorage.setItem("session_cookie", "${access}")`,
  );
  const page = await context.newPage();
  await page.goto(url + path);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
  console.log(`docs/pictures/${name}.png`);
}

async function untilHealthy() {
  for (const end = Date.now() + 240_000; Date.now() < end && demo.exitCode === null;) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The demo group did not start.");
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "localhost", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
