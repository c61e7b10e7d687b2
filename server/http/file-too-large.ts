// A file that is larger than its form takes, which says how much that is.

export class FileTooLarge extends Error {
  readonly bytesMax: number;

  constructor(bytesMax: number) {
    super(`a file is larger than ${bytesMax} bytes`);
    this.bytesMax = bytesMax;
  }
}

/** What the framework found with the parts of a form, or, where a file was larger than `bytesMax`, that. */
export function whyUnread(error: unknown, bytesMax: number): unknown {
  const isTooLarge =
    error instanceof Error && "code" in error && error.code === "FST_REQ_FILE_TOO_LARGE";
  return isTooLarge ? new FileTooLarge(bytesMax) : error;
}
