// How a command ends: a fault that the operator can fix is one sentence, any other has a stack trace.
import { parseArgs } from "node:util";
import { Refusal } from "#domain/refusal.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { ConfigError } from "./config-error.ts";

/** What the operator can mend, in a sentence that says how. */
export class OperatorError extends Error {
  readonly isForOperator = true;
}

/** Why a command line cannot be read. */
export class UsageError extends OperatorError {}

/** Why a backup cannot be written or restored. */
export class BackupError extends OperatorError {}

/** Runs a command; exit code 1 when it fails. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) console.error(sayRefusal(inEnglish, error));
    else console.error(explain(error) ?? error);
    process.exitCode = 1;
  }
}

/** `parse` is `parseArgs` with the options of the command. */
export function readOptions<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    // Node's second sentence explains how to write a value that looks like an option.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new UsageError(`${sentence?.replace(/\.$/, "")}.\n${usage}`);
  }
}

/** For a command without options: refuses whatever stands behind it. */
export function refuseOptions(usage: string): void {
  readOptions(usage, () => parseArgs({ options: {} }));
}

/** The sentence for a fault that the operator can mend, wherever it arose; null for a fault of the program. */
export function explain(error: unknown): string | null {
  if (isForOperator(error)) return error.message;
  if (!(error instanceof Error) || !("code" in error)) return null;
  const code = String(error.code);
  const ofDatabase = databaseFaults[code];
  if (ofDatabase !== undefined)
    return `The database of DATABASE_URL cannot be used: ${ofDatabase}${"host" in error || !error.message ? "" : ` (${error.message})`}.`;
  const ofFile = fileFaults[code];
  if (ofFile === undefined || !("path" in error)) return null;
  return `${String(error.path)} cannot be used: ${ofFile}.`;
}

/** By the codes of the system and of PostgreSQL, for a connection that cannot be opened or takes no writes. */
const databaseFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "it closed the connection",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "the name of its host cannot be looked up",
  EHOSTUNREACH: "its host cannot be reached",
  ETIMEDOUT: "it does not answer",
  "28P01": "it refuses the user or the password",
  "28000": "it refuses the user",
  "3D000": "it has no database of that name",
  "25006": "it is a standby, which takes no writes",
  "57P03": "it is starting or stopping",
  "53300": "it has no connection left",
  "53100": "its disk is full",
};

/** By the system's codes, for a file or a folder. */
export const fileFaults: Readonly<Record<string, string>> = {
  EACCES: "this user has no permission",
  EPERM: "this user has no permission",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder, not a file",
  EEXIST: "a file of that name is in the way",
};

/** Whether only its sentence is shown; anything else is a fault, and shown with where it happened. */
export function isForOperator(error: unknown): error is Error {
  return error instanceof ConfigError || (error instanceof Error && "isForOperator" in error);
}
