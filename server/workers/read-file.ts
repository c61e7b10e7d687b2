// The thread that reads uploaded files; the file reader (server/core/spreadsheets/file-reader.ts) hands it one after the other.
import { parentPort } from "node:worker_threads";
import { Refusal } from "#domain/refusal.ts";
import type { ReadAnswer, ReadCommand } from "#server/core/spreadsheets/file-reader.ts";
import { readTablesHere } from "#server/core/spreadsheets/read-tables.ts";
import { readStatementFile } from "#server/core/statements/read-statement.ts";

const LINES_A_PART = 400;
let parts: Iterator<ReadAnswer> | null = null;

parentPort?.on("message", (command: ReadCommand) => void obey(command));

async function obey(command: ReadCommand): Promise<void> {
  try {
    if (command.read !== "more") parts = await read(command);
    const next = parts?.next();
    if (next?.done === false) answer(next.value);
  } catch (error) {
    parts = null;
    answer(error instanceof Refusal ? { refused: plain(error) } : { failed: described(error) });
  }
}

async function read(
  command: Exclude<ReadCommand, { read: "more" }>,
): Promise<Iterator<ReadAnswer>> {
  if (command.read === "tables") return partsOfTables(readTablesHere(command.bytes));
  return partsOfStatement(await readStatementFile(command.bytes, command.options));
}

function* partsOfTables(tables: ReturnType<typeof readTablesHere>): Generator<ReadAnswer> {
  for (const { name, rows } of tables) {
    yield { part: "table", name };
    for (let at = 0; at < rows.length; at += LINES_A_PART)
      yield { part: "rows", rows: rows.slice(at, at + LINES_A_PART) };
  }
  yield { part: "end", file: null };
}

function* partsOfStatement({
  lines,
  ...file
}: Awaited<ReturnType<typeof readStatementFile>>): Generator<ReadAnswer> {
  for (let at = 0; at < lines.length; at += LINES_A_PART)
    yield { part: "lines", lines: lines.slice(at, at + LINES_A_PART) };
  yield { part: "end", file: { ...file, lines: [] } };
}

/** Without its stack and prototype, which a thread cannot hand over. */
function plain({ code, kind, facts, errors }: Refusal) {
  return { code, kind, facts, fields: Object.keys(errors ?? {}) };
}

/** For the log of the server: the kind of the fault and where, without a word of the file. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return [error.name, ...frames.slice(0, 8)].join("\n");
}

function answer(text: ReadAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
  parentPort?.postMessage(text);
}
