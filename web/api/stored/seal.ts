// Encrypts what the store holds (AES-256-GCM).
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

export async function seal(key: Uint8Array<ArrayBuffer>, secret: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(secret));
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(key), text);
  return { iv, data };
}

/** Throws if the key is another one. */
export async function unseal(key: Uint8Array<ArrayBuffer>, { iv, data }: Sealed): Promise<unknown> {
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(key), data);
  return JSON.parse(new TextDecoder().decode(text));
}

function keyOf(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
