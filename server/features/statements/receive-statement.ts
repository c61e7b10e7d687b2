// Reads the parts of an uploaded statement into memory; sizes are limited where the parser is registered.
import type { FastifyRequest } from "fastify";
import type { output } from "zod/mini";
import { statementForm } from "#contract/statements.ts";
import { refuse } from "#domain/refusal.ts";
import { whyUnread } from "#server/http/file-too-large.ts";
import { readInput } from "#server/http/read-input.ts";

export const STATEMENT_BYTES_MAX = 10 * 1024 * 1024;

export type ReceivedStatement = output<typeof statementForm> & {
  bytes: Buffer;
  fileName: string;
};

/** Refuses a body that is not readable, one without a file in the field `file`, and parts that say nothing sensible. */
export async function receiveStatement(request: FastifyRequest): Promise<ReceivedStatement> {
  let file: { bytes: Buffer; fileName: string } | null = null;
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") {
        if (Object.hasOwn(formFields, part.fieldname)) fields[part.fieldname] = part.value;
      } else {
        // A file of another name is read as well, or the next part is never reached.
        const bytes = await part.toBuffer();
        if (part.fieldname === "file") file = { bytes, fileName: part.filename };
      }
    }
  } catch (error) {
    // Too large, not multipart, cut short: those have codes. A body that is broken inside has none.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("FST_"))
      throw whyUnread(error, STATEMENT_BYTES_MAX);
    throw refuse("statement-file-missing").at("file");
  }
  const form = readInput(statementForm, fields);
  if (file === null || file.bytes.length === 0) throw refuse("statement-file-missing").at("file");
  return { ...form, bytes: file.bytes, fileName: plainName(file.fileName) };
}

const formFields = statementForm.shape;

/** As it is listed, and given back in a header. */
function plainName(sent: string | undefined): string {
  const last = (sent ?? "").split(/[/\\]/).at(-1) ?? "";
  const name = last
    .normalize("NFKC")
    .replaceAll(/[\p{C}"\\]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return name === "" ? "statement" : name.slice(-120);
}
