// The process that reads uploaded files; the file reader (server/core/file-reader/file-reader.ts) hands it one after the other.
import { serialize } from "node:v8";
import { Refusal, refuse } from "#domain/refusal.ts";
import { isOutOfMemory } from "#server/core/spreadsheets/read-tables.ts";
import type { ReadAnswer, ReadCommand, Readings } from "#server/core/file-reader/file-reader.ts";
import type { MORE, ReaderMessage } from "#server/core/file-reader/reader-processes.ts";

const ITEMS_A_PART = 400;
/** Of all parts, in bytes: what the server takes into its own memory. */
const ANSWER_MAX = 48 * 1024 * 1024;

let answers: Iterator<ReadAnswer> | null = null;
let sentBytes = 0;

process.on("message", (command: ReadCommand | typeof MORE) => void obey(command));
process.on("disconnect", () => process.exit());

async function obey(command: ReadCommand | typeof MORE): Promise<void> {
  try {
    if (command !== "more") {
      answers = answersOf(await read(command));
      sentBytes = 0;
    }
    const next = answers?.next();
    if (next?.done !== false) return tell({ done: true }, true);
    sentBytes += serialize(next.value).length;
    if (sentBytes > ANSWER_MAX) throw refuse("file-too-large-to-read");
    tell(next.value, false);
  } catch (error) {
    answers = null;
    if (isOutOfMemory(error)) tell({ refused: plain(refuse("file-too-large-to-read")) }, true);
    else
      tell(
        error instanceof Refusal ? { refused: plain(error) } : { failed: described(error) },
        true,
      );
  }
}

/** Only what a file needs is loaded, so that a process is there quickly. */
async function read(command: ReadCommand): Promise<Readings[ReadCommand["read"]]["result"]> {
  switch (command.read) {
    case "statement": {
      const { readUploadHere } = await import("#server/core/bank-files/uploaded-lines.ts");
      // PDF.js takes no Buffer, as which a process gets its bytes.
      return readUploadHere(new Uint8Array(command.bytes), command.options);
    }
    case "sheet": {
      const { readSheetHere } = await import("#server/core/opening/read-sheet.ts");
      return readSheetHere(command.parts, command.context);
    }
    case "marked-sheet": {
      const { markSheetHere } = await import("#server/core/opening/mark-sheet.ts");
      return { files: markSheetHere(command.sheet) };
    }
    case "picture": {
      const { redrawPicture } = await import("#server/core/pictures/redraw-picture.ts");
      return { picture: await redrawPicture(Buffer.from(command.bytes)) };
    }
  }
}

/** Lists of some length, at the top and one level below, follow the rest in parts. */
function* answersOf(result: object): Generator<ReadAnswer> {
  const lists: { within: string[]; list: unknown[] }[] = [];
  const withoutLists = (part: object, within: string[]): object =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]: [string, unknown]) => {
        if (Array.isArray(value) && value.length > ITEMS_A_PART) {
          lists.push({ within: [...within, key], list: value });
          return [key, []];
        }
        const isPart = within.length === 0 && isPlain(value);
        return [key, isPart ? withoutLists(value, [key]) : value];
      }),
    );
  yield { whole: withoutLists(result, []) };
  for (const { within, list } of lists)
    for (let at = 0; at < list.length; at += ITEMS_A_PART)
      yield { within, items: list.slice(at, at + ITEMS_A_PART) };
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

function tell(answer: ReadAnswer, isLast: boolean): void {
  process.send?.({ answer, isLast } satisfies ReaderMessage<ReadAnswer>);
}

/** Without its stack and prototype, which a process cannot hand over. */
function plain({ code, kind, facts, errors }: Refusal) {
  return { code, kind, facts, fields: Object.keys(errors ?? {}) };
}

/** For the log of the server: the kind of the fault and where, without a word of the file. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return [error.name, ...frames.slice(0, 8)].join("\n");
}
