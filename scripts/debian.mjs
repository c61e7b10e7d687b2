// What the tests need of the system, from Debian's packages.
import { existsSync } from "node:fs";
import { run } from "./process.mjs";

/**
 * Does nothing where it cannot: on another system, or for who is not root.
 * @param {string} what
 * @param {string[]} packages
 */
export async function installDebianPackages(what, packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${what} (apt-get)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const { code, output } = await run("apt-get", args, { env });
    if (code !== 0) console.log(output.trimEnd());
  }
}
