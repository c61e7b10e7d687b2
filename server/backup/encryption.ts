// Encryption of a backup in the age format (age-encryption.org): to a public key, whose private half need not be here.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupError } from "#server/platform/command.ts";

const MAGIC = "age-encryption.org/v1";

/** A new pair of keys: `identity` opens what is written for `recipient`. */
export async function newBackupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Refuses what is no public key of age. */
export async function encryptTo(recipient: string, plain: Readable): Promise<Readable> {
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

/** `identities` is the text of a key file: one secret key a line, # before a comment. */
export async function decryptWith(identities: string, sealed: Readable): Promise<Readable> {
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
export async function isEncrypted(file: string): Promise<boolean> {
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
