// After the client build: puts the rendered landing page and its CSS into dist/web/index.html, then compresses what is text.
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

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(root, process.argv[2] ?? "dist/web");

await prerender();
await compress();

async function prerender() {
  const markup = await renderLanding();
  let html = await readFile(join(dist, "index.html"), "utf8");
  assert(html.includes("<!--landing-->"), "dist/web/index.html has no place for the landing page");

  const link = html.match(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/);
  assert(link, "dist/web/index.html has no stylesheet");
  const css = (await readFile(join(dist, link[1]), "utf8")).trim();
  assert(!css.includes("</"), "the landing page's CSS cannot stand inside HTML");

  html = html
    .replace(link[0], () => `<style>${css}</style>`)
    .replace("<!--landing-->", () => markup)
    .replace(/\n\s*/g, "\n");
  refuseInlineCode(html);
  await writeFile(join(dist, "index.html"), html);
  await rm(join(dist, link[1]));

  const hash = `sha256-${createHash("sha256").update(css).digest("base64")}`;
  await writeFile(join(dist, ".vite/inline-styles.json"), JSON.stringify([hash]));
}

/** The render entry is built beside nothing that is served; node_modules are found from the checkout. */
async function renderLanding() {
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
    const { renderLanding: render } = await import(pathToFileURL(join(folder, "render.mjs")).href);
    return render();
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
