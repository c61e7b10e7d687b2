// After the client build: writes index.html and app.html in every language (index.sw.html), the landing page rendered and
// with its CSS inside, and the service worker, then compresses what is text.
// The server finds the hash of the inlined style, for its content security policy, in dist/web/.vite/inline-styles.json.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { writeWorker } from "./worker.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(root, process.argv[2] ?? "dist/web");

await prerender();
await writeWorker({ root, dist });
await compress();

async function prerender() {
  const { languages, renderPlaces } = await renderEntry();
  const html = await readFile(join(dist, "index.html"), "utf8");
  const app = await readFile(join(dist, "app.html"), "utf8");
  const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));

  const link = html.match(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/);
  assert(link, "dist/web/index.html has no stylesheet");
  const css = (await readFile(join(dist, link[1]), "utf8")).trim();
  assert(!css.includes("</"), "the landing page's CSS cannot stand inside HTML");

  for (const language of languages) {
    const places = renderPlaces(language);
    const suffix = language === "en" ? "" : `.${language}`;
    const landing = filled(html, places)
      .replace(link[0], () => `<style>${css}</style>`)
      .replace(/\n\s*/g, "\n");
    refuseInlineCode(landing);
    await writeFile(join(dist, `index${suffix}.html`), landing);
    const ahead = preloads(manifest, `messages/${language}/first.ts`);
    const page = filled(app, places).replace("</head>", () => `${ahead}</head>`);
    await writeFile(join(dist, `app${suffix}.html`), page);
  }
  await rm(join(dist, link[1]));

  const hash = `sha256-${createHash("sha256").update(css).digest("base64")}`;
  await writeFile(join(dist, ".vite/inline-styles.json"), JSON.stringify([hash]));
}

/** Every `{{name}}` of a page replaced. */
function filled(html, places) {
  return html.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    assert(typeof places[name] === "string", `nothing to put at {{${name}}}`);
    return places[name];
  });
}

/** The words are asked for with the script that draws them, not by it. */
function preloads(manifest, key) {
  const app = filesOf(manifest, "app.html");
  return filesOf(manifest, key)
    .filter((file) => !app.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">\n`)
    .join("");
}

function filesOf(manifest, key) {
  const { file, imports = [] } = manifest[key];
  return [...new Set([file, ...imports.flatMap((each) => filesOf(manifest, each))])];
}

/** The render entry is built beside nothing that is served; node_modules are found from the checkout. */
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

/** The content security policy refuses inline scripts, handlers and style attributes; better found here than in a browser. */
function refuseInlineCode(html) {
  assert(!/<script(?![^>]*\ssrc=)[^>]*>/.test(html), "the landing page has an inline script");
  assert(!/<[^>]+\sstyle="/.test(html), "the landing page has a style attribute");
  assert(!/<[^>]+\son[a-z]+="/.test(html), "the landing page has an inline event handler");
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

  for (const file of texts) {
    const path = join(file.parentPath, file.name);
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotliBest(bytes)));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
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
