// What the operating system's error codes mean to the person who starts the application.

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

/** A sentence for the operator: `what`, then why, then what to do. Keeps the cause. */
export function explainFileError(error: unknown, what: string): Error {
  const meaning = meanings[errorCode(error) ?? ""] ?? String(error);
  return new Error(`${what}: ${meaning}. Set DATA_DIR to a folder of your own.`, { cause: error });
}
