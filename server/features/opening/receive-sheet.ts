// Reads the parts of an uploaded sheet into memory; how many and how large is limited where the parser is registered.
import type { FastifyRequest } from "fastify";
import type { $ZodType, output } from "zod/v4/core";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { refuse } from "#domain/refusal.ts";
import type { SheetPart, UploadedSheet } from "#server/core/opening/validate-opening.ts";
import { whyUnread } from "#server/http/file-too-large.ts";
import { readInput } from "#server/http/read-input.ts";

/** OPEN-12: of all parts together. */
export const SHEET_BYTES_MAX = 5 * 1024 * 1024;

export type ReceivedSheet<Form extends $ZodType> = { form: output<Form>; sheet: UploadedSheet };

/**
 * Every part named `file`, and the other parts by the form. Refuses a body that is not readable, one without a file, more than 5 MB,
 * and a day that is not over yet.
 */
export async function receiveSheet<Form extends $ZodType<{ date: PlainDate }>>(
  request: FastifyRequest,
  form: Form & { shape: object },
): Promise<ReceivedSheet<Form>> {
  const { parts, fields } = await readParts(request, form.shape);
  const read = readInput(form, fields) as output<Form>;
  if (parts.length === 0) throw refuse("sheet-file-missing").at("file");
  if (parts.reduce((sum, { bytes }) => sum + bytes.length, 0) > SHEET_BYTES_MAX)
    throw refuse("sheet-too-large").at("file");
  if (read.date > nairobiDate(request.receivedAt)) throw refuse("date-in-future").at("date");
  return { form: read, sheet: { parts, cutOver: read.date } };
}

async function readParts(request: FastifyRequest, shape: object) {
  const parts: SheetPart[] = [];
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") {
        if (Object.hasOwn(shape, part.fieldname)) fields[part.fieldname] = part.value;
      } else {
        // A file of another name is read as well, or the next part is never reached.
        const bytes = await part.toBuffer();
        if (part.fieldname === "file" && bytes.length > 0)
          parts.push({ bytes, fileName: plainName(part.filename) });
      }
    }
  } catch (error) {
    // Too large, not multipart, cut short: those have codes. A body that is broken inside has none.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("FST_"))
      throw whyUnread(error, SHEET_BYTES_MAX);
    throw refuse("sheet-file-missing").at("file");
  }
  return { parts, fields };
}

/** As a list shows it. */
function plainName(sent: string | undefined): string {
  const last = (sent ?? "").split(/[/\\]/).at(-1) ?? "";
  const name = last.replaceAll(/[\p{C}"\s]+/gu, " ").trim();
  return name === "" ? "file" : name.slice(-100);
}
