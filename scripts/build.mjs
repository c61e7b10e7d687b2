// `npm run build`: the web application into dist/web, the server into dist/server.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprint, forgetBuild, isBuilt, rememberBuild } from "./fingerprint.mjs";
import { install, installedState } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { failure, refuseArguments, root, run, runPackage } from "./process.mjs";

/** Installs and builds what is missing or old. Of several processes at once, one does it and the others wait. */
export async function ensureBuilt() {
  await withLock("install and build", async () => {
    if (installedState() !== "complete") await install();
    if (!isBuilt()) await build();
  });
}

/** Builds everything. Prints only the time it took; if a part fails, shows that part's output and throws. */
export async function build() {
  const startedAt = performance.now();
  const of = fingerprint();
  forgetBuild();
  const parts = await Promise.allSettled([
    buildWeb(),
    bundleForNode("server"),
    bundleForNode("archive"),
  ]);
  for (const part of parts) if (part.status === "rejected") throw part.reason;
  rememberBuild(of);
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

async function buildWeb() {
  await bundle("web", ["--config", "vite.web.config.ts"]);
  // Writes the landing page's markup into the page that was just built.
  await step("prerender", run(process.execPath, [join(root, "scripts/prerender.mjs")]));
}

/** @param {"server" | "archive" | "bench"} part */
export function bundleForNode(part) {
  return bundle(part, ["--config", "vite.server.config.ts", "--mode", part]);
}

/**
 * @param {string} part
 * @param {string[]} flags
 */
function bundle(part, flags) {
  return step(part, runPackage("vite/bin/vite.js", ["build", ...flags, "--logLevel", "warn"]));
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
  refuseArguments();
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
