// Files of backups and archives: compressed, and encrypted if there is a recipient, in the age format
// (age-encryption.org). Encrypting needs only the public key; the private key can be elsewhere.
import { createReadStream, createWriteStream } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupError } from "#server/platform/command.ts";

const MAGIC = "age-encryption.org/v1";

/** Makes a pair of keys: `identity` decrypts what is encrypted for `recipient`. */
export async function newBackupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

type PackParams = {
  /** Called once everything is written, since the name may depend on it. */
  file: () => string;
  /** The path while writing, in the same folder. */
  draft: string;
  /** A public key of age; null to encrypt nothing. */
  recipient: string | null;
};

/** Writes `plain` into a file and returns its path. The file is complete and on disk, or does not exist. */
export async function writePacked(
  plain: Readable,
  { file, draft, recipient }: PackParams,
): Promise<string> {
  const zipped = createGzip();
  const packing = pipeline(plain, zipped);
  // A failure also ends the writing below. This only keeps it from being an unhandled rejection.
  packing.catch(() => undefined);
  try {
    const sealed = recipient === null ? zipped : await encryptTo(recipient, zipped);
    await pipeline(sealed, createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true }));
    await packing;
    const path = file();
    await rename(draft, path);
    await syncFolder(dirname(path));
    return path;
  } catch (error) {
    zipped.destroy();
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}

/** Reads the text of a key file: one secret key a line, comments after #; null without a file. */
export type ReadIdentity = () => Promise<string | null>;

export function readingIdentity(file: string | null): ReadIdentity {
  return async () => (file === null ? null : readFile(file, "utf8"));
}

/**
 * Opens a packed file and returns its bytes as a stream. `whole` rejects if the file is damaged, also after the last
 * byte that was read. Refuses an encrypted file without a key; the refusal calls the file `what`.
 */
export async function openPacked(
  file: string,
  readIdentity: ReadIdentity,
  what: "archive" | "backup",
): Promise<{ plain: Readable; whole: Promise<void>; close: () => void }> {
  let source: Readable = createReadStream(file);
  if (await isEncrypted(file)) {
    const identities = await readIdentity();
    if (identities === null)
      throw new BackupError(
        `The ${what} is encrypted: name the file of its key with --identity FILE.`,
      );
    source = await decryptWith(identities, source);
  }
  const plain = createGunzip();
  const whole = pipeline(source, plain);
  whole.catch(() => undefined);
  const close = () => {
    plain.destroy();
    source.destroy();
  };
  return { plain, whole, close };
}

/** Refuses a recipient that is no public key of age. */
async function encryptTo(recipient: string, plain: Readable): Promise<Readable> {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch (error) {
    throw new BackupError(
      `"${recipient}" is no public key: it starts with age1 and comes from "npm run backup -- --new-key FILE".`,
      { cause: error },
    );
  }
  return nodeStream(await encrypter.encrypt(webStream(plain)));
}

/** `identities` is the text of a key file. */
async function decryptWith(identities: string, sealed: Readable): Promise<Readable> {
  const decrypter = new Decrypter();
  const keys = identities
    .split("\n")
    .flatMap((line) => /^\s*(AGE-SECRET-KEY-\S+)/.exec(line)?.[1] ?? []);
  if (keys.length === 0)
    throw new BackupError(
      "The key file holds no secret key (a line that starts with AGE-SECRET-KEY-).",
    );
  for (const key of keys) decrypter.addIdentity(key);
  try {
    return nodeStream(await decrypter.decrypt(webStream(sealed)));
  } catch (error) {
    sealed.destroy();
    const isWrongKey = error instanceof Error && error.message.includes("no identity matched");
    throw new BackupError(
      isWrongKey
        ? "This key does not open the backup: it was encrypted for another one."
        : "The backup was altered or is cut off.",
      { cause: error },
    );
  }
}

/** Whether the file is encrypted. */
async function isEncrypted(file: string): Promise<boolean> {
  let start = "";
  for await (const chunk of createReadStream(file, { end: MAGIC.length - 1 }))
    start += (chunk as Buffer).toString("latin1");
  return start === MAGIC;
}

function webStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream);
}

function nodeStream(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream);
}
