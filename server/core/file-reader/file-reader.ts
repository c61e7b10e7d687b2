// Reads what people upload outside of the process that answers requests: statements, sheets of a group's books and
// photos (docs/decisions/025-reading-files.md).
import { Refusal } from "#domain/refusal.ts";
import type { SheetContext } from "#domain/opening/validate-sheet.ts";
import type { ReadSheet, SheetPart } from "#server/core/opening/read-sheet.ts";
import type { MarkedFile, MarkedSheet } from "#server/core/opening/mark-sheet.ts";
import type { BankFileOptions } from "#server/core/bank-files/read-bank-file.ts";
import type { Upload } from "#server/core/bank-files/uploaded-lines.ts";
import { openReaderProcesses, type ReaderOptions } from "./reader-processes.ts";

/** What is read, and what comes of it. */
export type Readings = {
  statement: { bytes: Uint8Array; options: BankFileOptions; result: Upload };
  sheet: { parts: readonly SheetPart[]; context: SheetContext; result: ReadSheet };
  "marked-sheet": { sheet: MarkedSheet; result: { files: MarkedFile[] } };
  /** Null if it is no picture. */
  picture: { bytes: Uint8Array; result: { picture: Uint8Array | null } };
};

export type ReadCommand = {
  [Kind in keyof Readings]: { read: Kind } & Omit<Readings[Kind], "result">;
}[keyof Readings];

/** The result with its lists empty, and then what belongs into them, so that no answer holds up the event loop. */
export type ReadAnswer =
  | { whole: unknown }
  | { within: readonly string[]; items: readonly unknown[] }
  | { refused: Pick<Refusal, "code" | "kind" | "facts"> & { fields: string[] } }
  | { failed: string }
  | { done: true };

/** Reads for the members of one group. */
export type FileReader = ReturnType<ReturnType<typeof openFileReader>["of"]>;
/** Reads for one person. Everything refuses with `file-…` what cannot be read, and with `server-busy`. */
export type OwnFileReader = ReturnType<FileReader["for"]>;

/** Starts nothing until the first file. */
export function openFileReader(options: ReaderOptions) {
  const processes = openReaderProcesses<ReadAnswer>(options);

  async function read<Kind extends keyof Readings>(
    asker: string,
    field: string,
    command: { read: Kind } & Omit<Readings[Kind], "result">,
  ): Promise<Readings[Kind]["result"]> {
    let whole: unknown = null;
    let fault: unknown = null;
    try {
      await processes.run(asker, command, (answer) => {
        if ("whole" in answer) whole = answer.whole;
        else if ("items" in answer) listWithin(whole, answer.within).push(...answer.items);
        else if ("refused" in answer) fault = asRefusal(answer.refused);
        else if ("failed" in answer) fault = new Error(`reading failed: ${answer.failed}`);
      });
    } catch (error) {
      fault = error;
    }
    if (fault instanceof Refusal && fault.kind === "invalid" && fault.errors === undefined)
      throw fault.at(field);
    if (fault !== null) throw fault;
    return whole as Readings[Kind]["result"];
  }

  const readingFor = (asker: string) => ({
    /** A statement of any kind; faults within its lines are in `problems`. */
    readStatement: (bytes: Uint8Array, params: BankFileOptions) =>
      read(asker, "file", { read: "statement", bytes, options: params }),

    /** The parts of a group's book, validated against `context`. */
    readSheet: (parts: readonly SheetPart[], context: SheetContext) =>
      read(asker, "file", { read: "sheet", parts, context }),

    /** The same parts with what is wrong beside each row. */
    markSheet: async (sheet: MarkedSheet) =>
      (await read(asker, "file", { read: "marked-sheet", sheet })).files,

    /** An uploaded picture as a small one with nothing in it but its pixels (SAFE-15); null if it is none. */
    redrawPicture: async (bytes: Uint8Array) =>
      (await read(asker, "photo", { read: "picture", bytes })).picture,
  });

  return {
    /** For the members of the group of this name. */
    of: (group: string) => ({
      /** What the person of this id uploads. */
      for: (asker: number) => readingFor(`${group} ${asker}`),
    }),

    /** The ids of the processes that read, or wait for the next file. */
    running: () => processes.running(),

    /** Ends the processes and refuses the files that wait. */
    stop: () => processes.stop(),
  };
}

function listWithin(whole: unknown, within: readonly string[]): unknown[] {
  return within.reduce((at, key) => (at as Record<string, unknown>)[key], whole) as unknown[];
}

function asRefusal({
  code,
  kind,
  facts,
  fields,
}: { fields: string[] } & Pick<Refusal, "code" | "kind" | "facts">) {
  const refused = new Refusal({ code, kind, facts });
  return fields.reduce((reported, field) => reported.at(field), refused);
}
