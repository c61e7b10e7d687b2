// Checks the byte budgets of the web application, in KiB of brotli, from dist/web (where the build compressed each
// file) and Vite's manifest. Exits with 1 when something is over its budget.
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { measureCode } from "./measure-code.mjs";
import { shellFiles, wordsKey } from "./worker.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [, , folder = "dist/web", ...others] = process.argv;
if (folder === "code" && others.length === 0) {
  measureCode();
  process.exit();
}
if (others.length > 0 || !existsSync(join(root, folder, ".vite/manifest.json"))) {
  console.error(
    "Usage: npm run size [-- FOLDER], of a built web application (npm run build makes it), or npm run size -- code.",
  );
  process.exit(1);
}
const dist = resolve(root, folder);
const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));

const landing = filesOf("index.html");
const island = filesOf("landing/island.tsx");
const shell = await shellFiles(dist);
const languages = Object.keys(shell.words);
// Every visitor fetches the words of one language. The language with the most bytes counts.
const words = await largest("first");
const dashboard = union(filesOf("app.html"), words);
const allWords = languages.flatMap((each) => filesOf(wordsKey(each, "first")));
const known = union(landing, island, dashboard, allWords);

const rows = [
  ["Landing first script", await size(landing.filter(isScript)), 15],
  [
    "Landing with sign-in, scripts",
    await size(union(landing, island, words).filter(isScript)),
    125,
  ],
  [
    "Dashboard first load, page with its CSS and scripts",
    await size(["app.html", ...dashboard]),
    170,
  ],
  ["Service worker", await size(["sw.js"]), 3],
];
for (const language of languages) {
  const page = language === "en" ? "index.html" : `index.${language}.html`;
  const stored = union(shell.files, shell.words[language]);
  rows.push([`Landing HTML with its CSS (${language})`, await size([page]), 10]);
  rows.push([`Stored for opening without a network (${language})`, await size(stored), 250]);
}
for (const key of Object.keys(manifest).filter((each) => manifest[each].isDynamicEntry)) {
  const own = filesOf(key).filter((file) => !known.includes(file));
  if (own.length > 0) rows.push([`Route ${key}`, await size(own), 20]);
}

for (const [name, kib, budget] of rows) {
  const mark = kib > budget ? "OVER" : "ok";
  console.log(`${name.padEnd(56)} ${kib.toFixed(1).padStart(7)} of ${budget} KiB  ${mark}`);
}
process.exitCode = rows.some(([, kib, budget]) => kib > budget) ? 1 : 0;

/** The files that must arrive for an entry: its own, its static imports', and their CSS. */
function filesOf(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}.`);
  if (seen.has(key)) return [];
  seen.add(key);
  const imported = (chunk.imports ?? []).flatMap((each) => filesOf(each, seen));
  return union([chunk.file, ...(chunk.css ?? [])], imported);
}

/** The files of a part of the words, in the language in which they take the most bytes. */
async function largest(part) {
  const each = languages.map((language) => filesOf(wordsKey(language, part)));
  const sizes = await Promise.all(each.map((files) => size(files)));
  return each[sizes.indexOf(Math.max(...sizes))];
}

function union(...lists) {
  return [...new Set(lists.flat())];
}

function isScript(file) {
  return file.endsWith(".js");
}

async function size(files) {
  const sizes = await Promise.all(files.map(bytesSent));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024;
}

/** The build compresses texts. A picture is sent as it is. */
async function bytesSent(file) {
  const path = join(dist, file);
  return (await stat(`${path}.br`).catch(() => stat(path))).size;
}
