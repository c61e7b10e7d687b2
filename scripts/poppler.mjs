// Poppler, with which the tests read printed reports back: as text and as pictures.
import { installDebianPackages } from "./debian.mjs";
import { failure, run } from "./process.mjs";

/** Finds its programs, or installs Debian's package (as root). */
export async function ensurePoppler() {
  if (await isInstalled()) return;
  await installDebianPackages("Poppler", ["poppler-utils"]);
  if (!(await isInstalled()))
    throw failure("pdftotext and pdftoppm were not found. Install Poppler (poppler-utils).");
}

async function isInstalled() {
  const found = ["pdftotext", "pdftoppm"].map((name) =>
    run(name, ["-v"]).catch(() => ({ code: 1 })),
  );
  return (await Promise.all(found)).every(({ code }) => code === 0);
}
