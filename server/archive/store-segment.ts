// The program that PostgreSQL's archive_command runs for each finished segment of its log. It is built into one file
// (vite.server.config.ts), since PostgreSQL's account may read neither Akiba's folder nor node_modules.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { writePacked } from "#server/backup/packed-file.ts";
import { readStoredName, storedName } from "./archive-folder.ts";

/**
 * Stores the file `path`, which PostgreSQL calls `name`, in `folder`: compressed, encrypted if there is a recipient,
 * complete and on disk when it returns, or not at all. Storing the same content again succeeds, as after a crash.
 * Refuses other content under a stored name.
 */
export async function storeSegment(params: {
  path: string;
  name: string;
  folder: string;
  recipient: string | null;
}): Promise<void> {
  const { path, name, folder, recipient } = params;
  const hash = await hashOf(path);
  const file = storedName(name, hash, recipient !== null);
  for (const stored of (await readdir(folder)).map(readStoredName)) {
    if (stored?.of !== name) continue;
    if (stored.hash === hash.slice(0, 32)) return;
    throw new Error(
      `${folder} holds another log than this one: ${stored.file} has not the content of ${name}. Is it another database's?`,
    );
  }
  const draft = join(folder, `.${name}.part`);
  await rm(draft, { force: true });
  await writePacked(createReadStream(path), { file: () => join(folder, file), draft, recipient });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Runs the command `folder notes recipient path name`. Writes a failure to `notes`/failure for the server. */
export async function runStoreSegment(args: readonly string[]): Promise<number> {
  const [folder = "", notes = "", recipient = "", path = "", name = ""] = args;
  const note = join(notes, "failure");
  try {
    await storeSegment({ folder, path, name, recipient: recipient === "" ? null : recipient });
    await rm(note, { force: true });
    return 0;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    console.error(`the log cannot be archived: ${failure}`);
    await writeFile(note, failure).catch(() => undefined);
    return 1;
  }
}
