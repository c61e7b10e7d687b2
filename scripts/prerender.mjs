// Runs after the client build. Writes index.html and app.html in every language and theme (index.sw.dark.html), each
// with its CSS inside and the landing page rendered; writes the service worker; then compresses every text file. For
// its content security policy, the server reads the hashes of the inlined styles from
// dist/web/.vite/inline-styles.json.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { wordsKey, writeWorker } from "./worker.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(root, process.argv[2] ?? "dist/web");

await prerender();
await writeWorker({ root, dist });
await compress();

async function prerender() {
  const { languages, renderSlots } = await renderEntry();
  const html = await readFile(join(dist, "index.html"), "utf8");
  const app = await readFile(join(dist, "app.html"), "utf8");
  const manifest = await completeManifest();
  refuseLateFirstView(app, manifest);

  const [ofLanding, ofApp] = [await stylesOf(html), await stylesOf(app)];

  for (const language of languages) {
    const slots = renderSlots(language);
    const suffix = language === "en" ? "" : `.${language}`;
    const landing = asStandard(ofLanding.wrap(filled(html, slots))).replace(/\n\s*/g, "\n");
    refuseInlineCode(landing);
    await writeThemes(`index${suffix}`, landing);
    const ahead = preloads(manifest, wordsKey(language, "first"));
    const page = asStandard(ofApp.wrap(filled(app, slots), ahead));
    refuseInlineCode(page);
    await writeThemes(`app${suffix}`, page);
  }
  const hashes = [ofLanding.hash, ofApp.hash];
  await writeFile(join(dist, ".vite/inline-styles.json"), JSON.stringify(hashes));
}

/**
 * Writes a page that follows the device's theme, and one for each theme that a visitor may choose instead
 * (server/http/language.ts).
 */
async function writeThemes(name, html) {
  await writeFile(join(dist, `${name}.html`), html);
  for (const theme of ["light", "dark"]) {
    const page = html.replace(/<html [^>]*/, `$& data-theme="${theme}"`);
    assert(page !== html, "a page has no html element");
    await writeFile(join(dist, `${name}.${theme}.html`), page);
  }
}

/**
 * Adds app.html to Vite's manifest, which omits it, because the page has no code besides the program of the dashboard.
 */
async function completeManifest() {
  const path = join(dist, ".vite/manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8"));
  const app = Object.values(manifest).find(({ name }) => name === "app");
  assert(app, "the build has no program of the dashboard");
  manifest["app.html"] = app;
  await writeFile(path, JSON.stringify(manifest, null, 2));
  return manifest;
}

/**
 * Removes the file of a page's styles, and puts them into the page: one request less, and no more bytes when the page
 * is unchanged.
 */
async function stylesOf(html) {
  const [link, href] = html.match(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/) ?? [];
  assert(link && href, "a page of dist/web has no stylesheet");
  const css = (await readFile(join(dist, href), "utf8")).trim();
  assert(!css.includes("</"), "the CSS of a page cannot stand inside HTML");
  await rm(join(dist, href));
  return {
    hash: `sha256-${createHash("sha256").update(css).digest("base64")}`,
    wrap: (page, ahead = "") => page.replace(link, () => `${ahead}<style>${css}</style>`),
  };
}

/** Replaces every `{{name}}` of a page. */
function filled(html, slots) {
  return html.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    assert(typeof slots[name] === "string", `nothing to put at {{${name}}}`);
    return slots[name];
  });
}

/**
 * HTML as the standard writes it: React and Vite close elements that have no end, and React writes `hrefLang` and
 * `hidden=""`.
 */
function asStandard(html) {
  return html
    .replace(/^<!doctype html>/i, "<!DOCTYPE html>")
    .replaceAll(/(<(?:meta|link|input|img|br|hr)\b[^>]*?)\s*\/>/g, "$1>")
    .replaceAll(" hrefLang=", " hreflang=")
    .replaceAll(' hidden=""', " hidden");
}

/** Preloads the words, so that the browser requests them together with the script that draws them, and not after it. */
function preloads(manifest, key) {
  const app = filesOf(manifest, "app.html");
  return filesOf(manifest, key)
    .filter((file) => !app.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">\n`)
    .join("");
}

/**
 * The part that shows stored figures (web/app/first-view) must run by itself, before the rest of the program has
 * arrived. It is the part that the landing page has too, so it is no request more.
 */
function refuseLateFirstView(page, manifest) {
  const light = Object.values(manifest).find(({ name }) => name === "light");
  const [, first] = page.match(/<script type="module"[^>]* src="\/([^"]+)"/) ?? [];
  assert(light && first === light.file, "app.html does not begin with the first view");
  assert(!light.imports?.length, "the first view waits for another part of the program");
}

function filesOf(manifest, key) {
  const { file, imports = [] } = manifest[key];
  return [...new Set([file, ...imports.flatMap((each) => filesOf(manifest, each))])];
}

/** Builds the render entry into a temporary folder, which the server never serves, with its packages inside. */
async function renderEntry() {
  const folder = await mkdtemp(join(tmpdir(), "akiba-prerender-"));
  try {
    await build({
      configFile: join(root, "vite.web.config.ts"),
      logLevel: "warn",
      ssr: { noExternal: true },
      build: {
        ssr: join(root, "web/landing/render.tsx"),
        outDir: folder,
        emptyOutDir: true,
        manifest: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: join(root, "web/landing/render.tsx"),
          output: { entryFileNames: "render.mjs", codeSplitting: false },
        },
      },
    });
    return await import(pathToFileURL(join(folder, "render.mjs")).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The content security policy refuses inline scripts, handlers and style attributes; the build finds them before a
 * browser does.
 */
function refuseInlineCode(html) {
  assert(!/<script(?![^>]*\ssrc=)[^>]*>/.test(html), "a page has an inline script");
  assert(!/<[^>]+\sstyle="/.test(html), "a page has a style attribute");
  assert(!/<[^>]+\son[a-z]+="/.test(html), "a page has an inline event handler");
}

async function compress() {
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  const texts = files.filter(
    (file) =>
      file.isFile() &&
      !file.parentPath.includes(".vite") &&
      [".html", ".js", ".css", ".svg", ".txt", ".json", ".webmanifest"].includes(
        extname(file.name),
      ),
  );

  await Promise.all(
    texts.map(async (file) => {
      const path = join(file.parentPath, file.name);
      const bytes = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotliBest(bytes)));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

function brotliBest(bytes) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
}
