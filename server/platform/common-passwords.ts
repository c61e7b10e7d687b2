// The passwords that everybody tries first (MEM-3); the file names their source.
import { readFileSync } from "node:fs";

const text = readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8");

let known: ReadonlySet<string> | null = null;

/** Whether it is among the 10,000 most common ones, whatever the case. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(text.split("\n").filter((line) => line !== "" && !line.startsWith("#")));
  return known.has(password.toLowerCase());
}
