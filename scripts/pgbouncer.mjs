// PgBouncer, through which the tests run a server as an operator may.
import { installDebianPackages } from "./debian.mjs";
import { run } from "./process.mjs";

/** Finds it, or installs Debian's package (as root). Whether it is there: without it, what needs it is skipped. */
export async function findPgbouncer() {
  if (await isInstalled()) return true;
  await installDebianPackages("PgBouncer", ["pgbouncer"]);
  return isInstalled();
}

async function isInstalled() {
  const { code } = await run("pgbouncer", ["--version"]).catch(() => ({ code: 1 }));
  return code === 0;
}
