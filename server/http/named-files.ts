// The built pages and the manifest have a usual name of a group in them. A group with another name gets its own.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { basics } from "#messages/en/web/landing.ts";

export type GroupName = () => Promise<string>;

export type NamedFiles = {
  /** Whether the group has another name than the built files. Never fails: without a database the last known name counts. */
  isNamed(): Promise<boolean>;
  /** The text of a built page with the group's name. */
  page(file: string): Promise<string>;
  /** The manifest with the group's name. */
  manifest(): Promise<string>;
};

const USUAL: string = basics.groupName;
const PATIENCE_MS = 1_000;

/** `root` is the folder of the built web application. */
export function namedFiles(root: string, groupName: GroupName): NamedFiles {
  const texts = new Map<string, Promise<string>>();
  const read = (file: string) => {
    const text = texts.get(file) ?? readFile(join(root, file), "utf8");
    texts.set(file, text);
    return text;
  };
  let name = USUAL;
  const renew = async () => {
    const late = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, name).unref());
    name = await Promise.race([groupName(), late]).catch(() => name);
  };
  return {
    async isNamed() {
      await renew();
      return name !== USUAL;
    },
    page: async (file) => (await read(file)).replaceAll(USUAL, () => escaped(name)),
    async manifest() {
      const built = JSON.parse(await read("manifest.webmanifest")) as Record<string, unknown>;
      return JSON.stringify({ ...built, name, short_name: name });
    },
  };
}

/** Sends a text that the browser may cache and asks for again each time; 304 while it is the same. */
export function sendRenewed(request: FastifyRequest, reply: FastifyReply, text: string) {
  const tag = `W/"${createHash("sha256").update(text).digest("base64url")}"`;
  reply.header("Cache-Control", "no-cache").header("ETag", tag);
  return request.headers["if-none-match"] === tag ? reply.code(304).send() : reply.send(text);
}

const signs: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
