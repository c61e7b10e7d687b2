// A page shows words of the parts that load with it alone: a word of another part would stop the page.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const web = fileURLToPath(new URL("../web", import.meta.url));
const partNames = /\{(first[\w,-]+)\}\.ts/.exec(sourceOf(resolve(web, "messages/words.ts")))[1];
const parts = Object.fromEntries(
  await Promise.all(
    partNames.split(",").map(async (part) => {
      const words = await import(`../messages/en/web/${part}.ts`);
      return [part, Object.keys(words)];
    }),
  ),
);

const lists = {};
for (const [, name, list] of sourceOf(resolve(web, "pages/page.ts")).matchAll(
  /export const (\w+) = \[([^\]]*)\] as const/g,
))
  lists[name] = partsIn(list);

/** @typedef {{ file: string, from: string, words: string[] }} Chunk a file that loads by itself, and the parts of the words that load with it */

const routeFiles = readdirSync(resolve(web, "pages"), { recursive: true, encoding: "utf8" })
  .filter((name) => /(^|\/)routes\.ts$/.test(name))
  .map((name) => resolve(web, "pages", name));
const pages = routeFiles.flatMap(chunksOfRoutes);
/** Many parts in one file, each of which is opened with the words that it needs. */
const shared = resolve(web, "later.ts");
/** @type {Chunk[]} */
const entries = [
  ...pages,
  { file: resolve(web, "main.tsx"), from: "app.html", words: [] },
  { file: resolve(web, "landing/island.tsx"), from: "index.html", words: [] },
  { file: shared, from: "an idle page", words: ["rest"] },
];

test.each(entries.map((entry) => ({ ...entry, name: relative(web, entry.file) })))(
  "$name, opened by $from with its words, shows no word of another part",
  (entry) => {
    expect(missingWords(entry)).toEqual([]);
  },
);

test("every page is found", () => {
  const opened = routeFiles
    .map((routes) => sourceOf(routes).match(/\bpage\(\s*\(\) =>/g)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
  expect(pages).toHaveLength(opened);
});

test("a page without a part of its words is found", () => {
  const profile = pages.find(({ file }) => file.endsWith("/profile.tsx"));
  expect(missingWords({ ...profile, words: ["first"] })).not.toEqual([]);
});

/** Words that a chunk, or what it loads later, shows without their part: `file: group`. */
function missingWords(entry, seen = new Set()) {
  const known = new Set(["first", ...entry.words].flatMap((part) => parts[part] ?? []));
  return staticFiles(entry.file).flatMap((file) => {
    const source = sourceOf(file);
    const shown = [
      ...source.matchAll(/(?:useTranslations|textsOf)(?:<[^>]*>)?\(\s*"([\w.]+)"/g),
    ].map(([, group]) => group.split(".")[0]);
    const missing = shown
      .filter((group) => !known.has(group))
      .map((group) => `${relative(web, file)}: ${group}`);
    const later = laterChunks(file, source, entry.words).filter(
      (chunk) => !seen.has(chunk.file) && !pages.some((page) => page.file === chunk.file),
    );
    for (const { file: each } of later) seen.add(each);
    return [...missing, ...later.flatMap((chunk) => missingWords(chunk, seen))];
  });
}

/** The files that load together with `file`: what it imports, and so on. */
function staticFiles(file, found = new Set()) {
  if (found.has(file)) return [];
  found.add(file);
  for (const [, type, path] of sourceOf(file).matchAll(
    /^(?:import|export) (type )?[^;]*?from "([^"]+)";/gms,
  )) {
    const imported = type === undefined ? fileOf(path, file) : undefined;
    if (imported !== undefined) staticFiles(imported, found);
  }
  return [...found];
}

/** What a file imports when it is needed, with the parts that it loads beside it. */
function laterChunks(file, source, words) {
  return [...source.matchAll(/(?<!typeof )import\("([^"]+)"\)([^\];]*)/g)].flatMap(
    ([, path, beside]) => {
      const imported = fileOf(path, file);
      if (imported === undefined || imported === shared) return [];
      const added = [...beside.matchAll(/loadWords\(([^)]*)\)/g)].flatMap(([, part]) =>
        partsIn(part),
      );
      return [{ file: imported, from: relative(web, file), words: [...words, ...added] }];
    },
  );
}

function chunksOfRoutes(routes) {
  return sourceOf(routes)
    .split(/\bpage\(/)
    .slice(1)
    .flatMap((call) => {
      const path = /^\s*\(\) => import\("([^"]+)"\)/.exec(call)?.[1];
      if (path === undefined) return [];
      const words = /words: (\[[^\]]*\]|\w+)/.exec(call)?.[1];
      return [
        {
          file: fileOf(path, routes),
          from: relative(web, routes),
          words: words === undefined ? ["rest"] : partsIn(words),
        },
      ];
    });
}

/** Reads `"rest", GROUP` and the like. */
function partsIn(list) {
  return [...list.matchAll(/"([\w-]+)"|\b([A-Z]{3,})\b/g)].flatMap(
    ([, part, name]) => (part === undefined ? lists[name] : [part]) ?? [],
  );
}

function fileOf(path, from) {
  if (path.startsWith("#web/")) return resolve(web, path.slice("#web/".length));
  if (!path.startsWith(".")) return undefined;
  const file = resolve(dirname(from), path);
  return existsSync(file) && /\.tsx?$/.test(file) ? file : undefined;
}

function sourceOf(file) {
  return readFileSync(file, "utf8");
}
