// `npm run test:watch [-- word]`: runs the tests of rules, web and server whose path has the word, again on each change.
import { install, installedState } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { runPackage } from "./process.mjs";

await withLock("install and build", async () => {
  if (installedState() !== "complete") await install();
});
const args = ["watch", "--project=!e2e*", ...process.argv.slice(2)];
const { code } = await runPackage("vitest/vitest.mjs", args, { show: true });
process.exitCode = code;
