// Explains the operating system's error codes to the operator.

import { fileFaults, OperatorError } from "#server/platform/command.ts";

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/**
 * An error with a sentence for the operator: `what`, the reason, and what to do. It has the original error as its
 * cause.
 */
export function explainFileError(error: unknown, what: string): Error {
  const meaning = fileFaults[errorCode(error) ?? ""] ?? String(error);
  return new OperatorError(`${what}: ${meaning}. Set DATA_DIR to a folder of your own.`, {
    cause: error,
  });
}
