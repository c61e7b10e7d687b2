// Runs after the client build. Writes the service worker into dist/web/sw.js, with the list of files that it stores and
// the version of the build, which app.html contains too. The list comes from Vite's manifest: the frame, home, and what
// a member needs to read and to pay.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

const pages = ["index.html", "app.html"];
const publicFiles = ["manifest.webmanifest", "favicon.svg", "icon-192.png"];
const firstParts = [
  "later.ts",
  "pages/dashboard/contributions.tsx",
  "pages/dashboard/loans/loans.tsx",
  "pages/dashboard/transactions/finance-center.tsx",
  "pages/dashboard/transactions/statement.tsx",
  "pages/dashboard/transactions/fines.tsx",
  "features/contributions/pay-contribution-form.tsx",
  "features/contributions/pay-sum-form.tsx",
  "features/fines/pay-fine-form.tsx",
  "features/loans/repay-loan-form.tsx",
  "pages/dashboard/own-summary.tsx",
];

/** The key of a part of a language's words in Vite's manifest. @param {string} language @param {string} part */
export const wordsKey = (language, part) => `../messages/${language}/web/${part}.ts`;

/**
 * The files that the worker stores from the start, by their paths in `dist`: those of everybody, and the words of each
 * language, of which the worker stores one.
 * @param {string} dist
 * @returns {Promise<{ files: string[], words: Record<string, string[]> }>}
 */
export async function shellFiles(dist) {
  const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));
  const visit = (key, files, seen) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}, which the worker is to keep.`);
    if (seen.has(key)) return;
    seen.add(key);
    // The landing page carries its CSS itself.
    const css = key === "index.html" ? [] : (chunk.css ?? []);
    for (const file of [chunk.file, ...css, ...(chunk.assets ?? [])]) files.add(file);
    for (const each of chunk.imports ?? []) visit(each, files, seen);
  };
  const closure = (keys) => {
    const [files, seen] = [new Set(), new Set()];
    for (const key of keys) visit(key, files, seen);
    return [...files];
  };
  const files = [...pages, ...publicFiles, ...closure([...pages, ...firstParts])];
  const wordsOf = (language) =>
    closure(["first", "rest", "paying"].map((part) => wordsKey(language, part))).filter(
      (file) => !files.includes(file),
    );
  const languages = Object.keys(manifest).flatMap(
    (key) => /^\.\.\/messages\/(\w+)\/web\/first\.ts$/.exec(key)?.[1] ?? [],
  );
  return { files, words: Object.fromEntries(languages.map((each) => [each, wordsOf(each)])) };
}

/** @param {{ root: string, dist: string }} places */
export async function writeWorker({ root, dist }) {
  const { files, words } = await shellFiles(dist);
  const hash = createHash("sha256");
  for (const file of [...files, ...Object.values(words).flat()])
    hash.update(`${file}\0`).update(await readFile(join(dist, file)));
  const version = hash.digest("hex").slice(0, 16);

  const apps = (await readdir(dist)).filter((name) => /^app(\.\w+)?\.html$/.test(name));
  for (const name of apps) {
    const html = await readFile(join(dist, name), "utf8");
    const marked = html.replace(
      'name="version" content="development"',
      () => `name="version" content="${version}"`,
    );
    if (marked === html) throw new Error(`dist/web/${name} has no place for the version`);
    await writeFile(join(dist, name), marked);
  }

  const addresses = { "index.html": "/", "app.html": "/dashboard" };
  const addressed = (list) => list.map((file) => addresses[file] ?? `/${file}`);
  const stored = {
    version,
    files: addressed(files),
    words: Object.fromEntries(Object.entries(words).map(([each, own]) => [each, addressed(own)])),
  };
  await build({
    configFile: false,
    root: join(root, "web/worker"),
    logLevel: "warn",
    publicDir: false,
    define: { BUILD: JSON.stringify(stored) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: "es2022",
      rolldownOptions: {
        input: join(root, "web/worker/worker.ts"),
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
  });
}
