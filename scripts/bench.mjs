// `npm run bench [-- PART...]`: installs and builds what is missing, bundles bench/ into dist/bench, and runs it. Not a
// test: it takes long, and its figures are those of the machine.
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { build, bundleForNode } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { isBuilt } from "./fingerprint.mjs";
import { install, installedState } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { root } from "./process.mjs";

try {
  await withLock("install and build", async () => {
    if (installedState() !== "complete") await install();
    if (!isBuilt()) await build();
    await bundleForNode("bench");
  });
  // What is left are the values of options.
  const parts = process.argv.slice(2).filter((word) => /^[a-z]+$/.test(word));
  if (parts.length === 0 || parts.includes("web"))
    process.env.CHROMIUM_PATH = await ensureChromium().catch(() => "");
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(join(root, "dist/bench/main.js")).href);
} catch (error) {
  console.error(error.isForOperator ? error.message : error);
  process.exit(1);
}
