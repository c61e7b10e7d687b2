// `npm run pictures`: makes the pictures of README and docs/moving-in.md again, from the demo group: a page on a phone,
// a page on a desktop, and the sheet that a group brings its book with.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { read, utils } from "@e965/xlsx";
import { chromium } from "playwright-core";
import { build } from "./build.mjs";
import { ensureChromium } from "./programs.mjs";
import { isBuilt } from "./fingerprint.mjs";
import { refuseArguments, root } from "./process.mjs";

refuseArguments();
const folder = join(root, "docs/pictures");
/** Who views which page, and the size of the window in pixels. The users are those of demo/people.ts. */
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

/** The rows that a Treasurer writes below the example. */
const written = [
  "U/001,Amina,Hassan,0722000001,amina@example.com,15/01/2023,Active,42000,2026-06,05/06/2026,",
  "U/002,Baraka,Otieno,0722000002,,15/01/2023,Active,38500,2026-04,12/04/2026,200",
  "U/003,Chebet,Kiprono,,,03/02/2024,Dormant,12000,2026-06,28/06/2026,",
].map((row) => row.split(","));

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
  await takeSheet(browser);
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
  const access = await signIn(user);
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

/**
 * The first sheet of the template as a spreadsheet program shows it.
 * @param {import("playwright-core").Browser} browser
 */
async function takeSheet(browser) {
  const answer = await fetch(`${url}/api/opening/template/?format=xlsx&language=en`, {
    headers: { Authorization: `Bearer ${await signIn("treasurer")}` },
  });
  if (!answer.ok) throw new Error(`there is no template: ${answer.status}`);
  const book = read(new Uint8Array(await answer.arrayBuffer()));
  const [first] = book.SheetNames;
  /** @type {string[][]} */
  const [headings, example] = utils.sheet_to_json(book.Sheets[first], {
    header: 1,
    raw: false,
    dateNF: "dd/mm/yyyy",
  });
  const cells = (tag, row) => headings.map((_, at) => `<${tag}>${row[at] ?? ""}</${tag}>`).join("");
  const lines = [headings, example, ...written].map(
    (row, at) => `<tr><th>${at + 1}</th>${cells(at === 0 ? "th" : "td", row)}</tr>`,
  );
  const letters = headings.map((_, at) => `<th>${utils.encode_col(at)}</th>`).join("");
  const tabs = book.SheetNames.map((name) => `<b>${name}</b>`).join("");
  const page = await browser.newPage({ viewport: { width: 1400, height: 240 } });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; padding: 1px; font: 13px system-ui; color: #17211b; background: #fff; display: inline-block }
    table { border-collapse: collapse }
    th, td { border: 1px solid #e3e1d8; padding: 4px 6px; text-align: start; white-space: nowrap }
    thead th, tr th:first-child { background: #f1efe8; color: #55625a; font-weight: 400; text-align: center }
    tbody tr:nth-child(2) td { color: #55625a; font-style: italic }
    p { margin: 8px; display: flex; gap: 16px } b { font-weight: 400; color: #55625a }
    b:first-child { font-weight: 600; color: #0e5a3c; border-bottom: 2px solid }
  </style><table><thead><tr><th></th>${letters}</tr></thead><tbody>${lines.join("")}</tbody></table><p>${tabs}</p>`);
  await page.locator("body").screenshot({ path: join(folder, "sheet.png") });
  await page.close();
  console.log("docs/pictures/sheet.png");
}

/**
 * Signs a member of the demo group in, and returns the session.
 * @param {string} user
 */
async function signIn(user) {
  const answer = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${user}@demo.example`, password: "mbuyu-wa-kale-1963" }),
  });
  if (!answer.ok) throw new Error(`${user} cannot sign in: ${answer.status}`);
  return (await answer.json()).access;
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
