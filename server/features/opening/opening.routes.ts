// Bringing a group's books over: contract entry -> action or query.
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { $ZodType, output } from "zod/v4/core";
import * as contract from "#contract/opening.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { sheetLanguageFor } from "#domain/opening/sheet-columns.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import type { Translate } from "#messages/translator.ts";
import type { SheetPart } from "#server/core/opening/read-sheet.ts";
import type { UploadedSheet } from "#server/core/opening/validate-opening.ts";
import type { FileReader } from "#server/core/spreadsheets/file-reader.ts";
import type { Tx } from "#server/db/connection.ts";
import { endpointRoutes, type Routes, type Serving } from "#server/http/endpoint-route.ts";
import { whyUnread } from "#server/http/failure.ts";
import { readInput } from "#server/http/read-request.ts";
import { acceptOpening } from "./accept-opening.ts";
import { refuseOpening } from "./decide-opening.ts";
import {
  readOpeningMembers,
  openingExists,
  readOpening,
  readOpenings,
} from "./openings.queries.ts";
import { proposeUpload, rehearse } from "./propose-opening.ts";
import { openSheetShelf, writeSheetWithProblems, openingTemplate } from "./sheet-files.ts";
import { takeBackOpening } from "./take-back-opening.ts";

/** A csv for each sheet, and some to spare. */
const FILES_MOST = 10;

export async function openingRoutes(
  app: FastifyInstance,
  routes: Routes,
  parts: Serving & { fileReader: FileReader },
): Promise<void> {
  const { fileReader } = parts;
  const shelf = openSheetShelf();
  routes.download(contract.getOpeningTemplate, async (_db, { query, language, now }) =>
    openingTemplate({
      format: query.format ?? "xlsx",
      language: query.language ?? sheetLanguageFor(language),
      now,
    }),
  );
  routes.download(contract.getSheetWithProblems, async (_db, { query, actor, now }) => {
    const sheet = shelf.find(actor.id, query.sheet, now);
    if (sheet === null) throw refuse("not-found");
    return writeSheetWithProblems(fileReader.for(actor.id), sheet, now);
  });
  // In a scope of their own, so that no other address takes anything but JSON.
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        files: FILES_MOST,
        fields: 10,
        parts: FILES_MOST + 10,
        fieldSize: 64 * 1024,
        fileSize: SHEET_BYTES_MAX,
      },
    });
    // Whatever else is sent is not read; asking for the file then answers 415.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const uploads = endpointRoutes(scope, parts);
    uploads.handle(contract.rehearseOpening, async (db, by, request) => {
      const { sheet } = await receiveSheet(request, contract.rehearsalForm);
      return rehearse(db, fileReader.for(by.actor.id), shelf, { by, sheet });
    });
    uploads.handle(contract.proposeOpening, async (db, by, request, reply) => {
      const { form, sheet } = await receiveSheet(request, contract.openingForm);
      const differenceReason = form.difference_reason ?? null;
      const proposed = await proposeUpload(db, fileReader.for(by.actor.id), by, {
        sheet,
        differenceReason,
      });
      reply.status(proposed.isNew ? 201 : 200);
      return proposed.answer;
    });
  });
}

/** What was proposed to be brought over, and the offices' word on it: contract entry -> action or query. */
export function decisionRoutes(routes: Routes): void {
  routes.read(contract.getOpenings, async (reader) => ({ openings: await readOpenings(reader) }));
  routes.read(contract.getOpeningMembers, (reader, { id, query }) =>
    readOpeningMembers(reader, id, query),
  );
  // They make accounts or end them, and rest on offices.
  const options = { exists: openingExists, changesMembership: true };
  routes.write(
    contract.acceptOpening,
    async (tx, { body, id, ...by }) => {
      await acceptOpening(tx, by, {
        id,
        totalSavingsSeenCents: body.total_savings_seen,
        isConfirmed: body.confirm === true,
      });
      return answer(tx, id, by.t, ({ members, savingsCents }) =>
        message("done.opening.accepted", { members, savings: savingsCents }),
      );
    },
    options,
  );
  routes.write(
    contract.refuseOpening,
    async (tx, { body, id, ...by }) => {
      await refuseOpening(tx, by, { id, reason: body.reason });
      return answer(tx, id, by.t, () => message("done.opening.refused"));
    },
    options,
  );
  routes.write(
    contract.takeBackOpening,
    async (tx, { body, id, ...by }) => {
      const isDone = await takeBackOpening(tx, by, { id, reason: body.reason });
      const done = isDone ? "done.opening.takenBack" : "done.opening.takeBackAsked";
      return answer(tx, id, by.t, () => message(done));
    },
    options,
  );
}

async function answer(
  tx: Tx,
  id: number,
  t: Translate,
  done: (opening: { members: number; savingsCents: bigint }) => Message,
) {
  const opening = await readOpening(tx, id);
  const savingsCents = BigInt(Math.round(opening.total_savings * 100));
  return { detail: t(done({ members: opening.members, savingsCents })), opening };
}

// Reads the parts of an uploaded sheet into memory; how many and how large is limited where the parser is registered.

/** OPEN-12: of all parts together. */
const SHEET_BYTES_MAX = 5 * 1024 * 1024;

type ReceivedSheet<Form extends $ZodType> = { form: output<Form>; sheet: UploadedSheet };

/**
 * Every part named `file`, and the other parts by the form. Refuses a body that is not readable, one without a file,
 * more than 5 MB, and a day that is not over yet.
 */
async function receiveSheet<Form extends $ZodType<{ date: PlainDate }>>(
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
