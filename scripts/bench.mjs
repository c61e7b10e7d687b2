// `npm run bench [-- PART...]`: installs and builds what is missing, bundles bench/ into dist/bench, and runs it. It is
// not a test: it takes long, and its figures are those of the machine.
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { bundleForNode, ensureBuilt } from "./build.mjs";
import { withLock } from "./lock.mjs";
import { root } from "./process.mjs";
import { ensureChromium } from "./programs.mjs";

try {
  await ensureBuilt();
  await withLock("bundle the benchmark", () => bundleForNode("bench"));
  // The other words are options and their values.
  const parts = process.argv.slice(2).filter((word) => /^[a-z]+$/.test(word));
  if (parts.length === 0 || parts.includes("web"))
    process.env.CHROMIUM_PATH = await ensureChromium().catch(() => "");
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(join(root, "dist/bench/main.js")).href);
} catch (error) {
  const isForOperator = error.isForOperator || String(error.code).startsWith("ERR_PARSE_ARGS");
  console.error(isForOperator ? error.message : error);
  process.exit(1);
}
