// The signature of a backup's manifest (SAFE-12): Ed25519, by a key that stays with the server and is in no backup.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { chown, link, mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";
import { BackupError } from "#server/platform/command.ts";

export const SIGNATURE_NAME = "manifest.sig";

export type SigningKey = {
  /** The key's fingerprint. Somebody who has noted it can recognise this server's backups. */
  fingerprint: string;
  /** The content of the file `manifest.sig`. */
  sign(manifest: Buffer): Buffer;
};

/** What is known about who made a backup. */
export type Origin = {
  /** SHA-256 of the manifest, in hexadecimal. */
  digest: string;
  /** The fingerprint of the key that signed it; null if it is not signed. */
  signer: string | null;
  /** Whether the signature matches this manifest. */
  isIntact: boolean;
};

const signatureSchema = z.object({
  algorithm: z.literal("ed25519"),
  /** The key's DER (SubjectPublicKeyInfo) in Base64. */
  public_key: z.string(),
  signature: z.string(),
});

/** Opens the key in `file`, or makes it. If two processes make it at once, both use the first one's. */
export async function openSigningKey(file: string): Promise<SigningKey> {
  const found = await findSigningKey(file);
  if (found !== null) return found;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.new-${randomBytes(4).toString("hex")}`;
  const { privateKey } = generateKeyPairSync("ed25519");
  try {
    const written = await open(draft, "wx", 0o600);
    await written.writeFile(privateKey.export({ type: "pkcs8", format: "pem" }));
    await written.sync();
    await written.close();
    // If root makes the key, it gets the folder's owner, who runs the server.
    const { uid, gid } = await stat(dirname(file));
    if (process.getuid?.() === 0) await chown(draft, uid, gid);
    await link(draft, file).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await findSigningKey(file)) ?? openSigningKey(file);
}

/** Null if there is no such file. Refuses a file that cannot be read or has no such key. */
export async function findSigningKey(file: string): Promise<SigningKey | null> {
  let key: KeyObject;
  try {
    key = createPrivateKey(await readFile(file));
    if (key.asymmetricKeyType !== "ed25519") throw new Error("another kind of key");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new BackupError(`${file} cannot be read as the key that backups are signed with.`, {
      cause: error,
    });
  }
  const publicKey = createPublicKey(key);
  const der = publicKey.export({ type: "spki", format: "der" });
  return {
    fingerprint: fingerprintOf(der),
    sign: (manifest) => {
      const content: z.output<typeof signatureSchema> = {
        algorithm: "ed25519",
        public_key: der.toString("base64"),
        signature: sign(null, manifest, key).toString("base64"),
      };
      return Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
    },
  };
}

/** `signature` is the content of `manifest.sig`; null if the backup has none. */
export function readOrigin(manifest: Buffer, signature: Buffer | null): Origin {
  const digest = createHash("sha256").update(manifest).digest("hex");
  if (signature === null) return { digest, signer: null, isIntact: false };
  try {
    const content = signatureSchema.parse(JSON.parse(signature.toString("utf8")));
    const der = Buffer.from(content.public_key, "base64");
    const key = createPublicKey({ key: der, type: "spki", format: "der" });
    const isIntact =
      key.asymmetricKeyType === "ed25519" &&
      verify(null, manifest, key, Buffer.from(content.signature, "base64"));
    return { digest, signer: fingerprintOf(der), isIntact };
  } catch {
    return { digest, signer: null, isIntact: false };
  }
}

/**
 * Refuses a backup that is unsigned, or whose signature does not match its manifest, unless `acceptUnsigned`. With a
 * `signer`, a fingerprint, it refuses a backup without that key's matching signature in any case.
 */
export function requireOrigin(
  origin: Origin,
  { acceptUnsigned, signer }: { acceptUnsigned: boolean; signer: string | null },
): void {
  if (!origin.isIntact && !acceptUnsigned)
    throw new BackupError(
      origin.signer === null
        ? "The backup is not signed, so nothing shows that a server of Akiba wrote it. --accept-unsigned restores it all the same."
        : "The backup was altered: its signature is not one of this manifest. --accept-unsigned restores it all the same.",
    );
  if (signer !== null && (!origin.isIntact || !isSameFingerprint(signer, origin.signer)))
    throw new BackupError(
      `The backup was not signed by ${signer}${origin.signer === null ? "" : ` but by ${origin.signer}`}.`,
    );
}

function isSameFingerprint(one: string, other: string | null): boolean {
  return other !== null && withoutGroups(one) === withoutGroups(other);
}

function withoutGroups(fingerprint: string): string {
  return fingerprint.replaceAll(/[\s:]/g, "").toLowerCase();
}

/** The first half of the public key's SHA-256, in groups that people can read out: "1a2b 3c4d …". */
function fingerprintOf(der: Buffer): string {
  const hash = createHash("sha256").update(der).digest("hex").slice(0, 32);
  return hash.replaceAll(/(.{4})(?=.)/g, "$1 ");
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}
