// How a command ends: a fault that the operator can fix is one sentence, any other has a stack trace.
import { Refusal } from "#domain/refusal.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { ConfigError } from "./config.ts";

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
    else console.error(isForOperator(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** `parse` is `parseArgs` with the options of the command. */
export function readOptions<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** Whether only its sentence is shown; anything else is a fault, and shown with where it happened. */
export function isForOperator(error: unknown): error is Error {
  return error instanceof ConfigError || (error instanceof Error && "isForOperator" in error);
}
