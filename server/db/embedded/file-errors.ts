// Explains the operating system's error codes to the operator.

const meanings: Record<string, string> = {
  EACCES: "this user has no permission",
  EPERM: "this user has no permission",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "a file of that name is in the way",
};

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/**
 * An error with a sentence for the operator: `what`, the reason, and what to do. It has the original error as its
 * cause.
 */
export function explainFileError(error: unknown, what: string): Error {
  const meaning = meanings[errorCode(error) ?? ""] ?? String(error);
  return new Error(`${what}: ${meaning}. Set DATA_DIR to a folder of your own.`, { cause: error });
}
