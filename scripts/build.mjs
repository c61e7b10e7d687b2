// `npm run build`: the web application into dist/web, the server into dist/server.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprint, forgetBuild, rememberBuild } from "./fingerprint.mjs";
import { install, installedState } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { failure, root, run, runPackage } from "./process.mjs";

/** Builds everything. Quiet when it goes well; otherwise throws after showing what went wrong. */
export async function build() {
  const startedAt = performance.now();
  const of = fingerprint();
  forgetBuild();
  const parts = await Promise.allSettled([buildWeb(), bundle("server"), bundle("archive")]);
  for (const part of parts) if (part.status === "rejected") throw part.reason;
  rememberBuild(of);
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

async function buildWeb() {
  await bundle("web");
  // Writes the landing page's markup into the page that was just built.
  const prerender = join(root, "scripts/prerender.mjs");
  if (existsSync(prerender)) await step("prerender", run(process.execPath, [prerender]));
}

/** @param {"web" | "server" | "archive"} part */
function bundle(part) {
  const flags = ["--config", `vite.${part}.config.ts`, "--logLevel", "warn"];
  return step(part, runPackage("vite/bin/vite.js", ["build", ...flags]));
}

/**
 * @param {string} name
 * @param {ReturnType<typeof run>} running
 */
async function step(name, running) {
  const { code, output } = await running;
  if (output.trim() !== "") console.error(output.trimEnd());
  if (code !== 0) throw failure(`The build failed (${name}).`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await withLock("install and build", async () => {
      if (installedState() !== "complete") await install();
      await build();
    });
  } catch (error) {
    console.error(error.isForOperator ? error.message : error);
    process.exit(1);
  }
}
