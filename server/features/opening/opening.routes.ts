// Bringing a group's books over: contract entry -> action or query.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { $ZodType, output } from "zod/v4/core";
import * as contract from "#contract/opening.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import type { OwnMapping } from "#domain/opening/own-book.ts";
import { sheetLanguageFor } from "#domain/opening/sheet-columns.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import type { Actor } from "#domain/permissions.ts";
import type { Translate } from "#messages/translator.ts";
import type { UploadedSheet } from "#server/core/opening/validate-opening.ts";
import { answerOnce } from "#server/core/requests/idempotency.ts";
import type { FileReader } from "#server/core/file-reader/file-reader.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Routes, Serving } from "#server/http/endpoint-route.ts";
import { readUploadKey } from "#server/http/read-request.ts";
import { receiveForm, type UploadForm, uploadRoutes } from "#server/http/uploads.ts";
import { acceptOpening } from "./accept-opening.ts";
import { refuseOpening } from "./decide-opening.ts";
import {
  readOpeningMembers,
  openingExists,
  readOpening,
  readOpenings,
} from "./openings.queries.ts";
import { readProposal, rehearse } from "./propose-opening.ts";
import { openSheetShelf, writeSheetWithProblems, openingTemplate } from "./sheet-files.ts";
import { takeBackOpening } from "./take-back-opening.ts";

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
  await uploadRoutes(app, parts, sheetForm, (uploads) => {
    uploads.handle(contract.rehearseOpening, async (db, by, request) => {
      const { sheet } = await receiveSheet(request, contract.rehearsalForm);
      return rehearse(db, fileReader.for(by.actor.id), shelf, { by, sheet });
    });
    uploads.handle(contract.proposeOpening, async (db, by, request, reply) => {
      const { form, sheet } = await receiveSheet(request, contract.openingForm);
      const files = sheet.parts.map(({ bytes }) => bytes);
      const keyed = readUploadKey(contract.proposeOpening, request, { form, files });
      const differenceReason = form.difference_reason ?? null;
      const { status, body } = await answerOnce(db, keyed, async () => {
        const proposed = { sheet, differenceReason };
        const propose = await readProposal(db, fileReader.for(by.actor.id), by, proposed);
        return async (tx) => {
          const { isNew, answer: proposal } = await propose(tx);
          return { status: isNew ? 201 : 200, body: proposal };
        };
      });
      reply.status(status);
      return body;
    });
  });
}

/** What was proposed to be brought over, and the offices' word on it: contract entry -> action or query. */
export function decisionRoutes(routes: Routes): void {
  routes.read(contract.getOpenings, async (reader, { actor }) => ({
    openings: await readOpenings(reader, actor.id),
  }));
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
      return answer(tx, by, id, ({ members, savingsCents }) =>
        message("done.opening.accepted", { members, savings: savingsCents }),
      );
    },
    options,
  );
  routes.write(
    contract.refuseOpening,
    async (tx, { body, id, ...by }) => {
      await refuseOpening(tx, by, { id, reason: body.reason });
      return answer(tx, by, id, () => message("done.opening.refused"));
    },
    options,
  );
  routes.write(
    contract.takeBackOpening,
    async (tx, { body, id, ...by }) => {
      const isDone = await takeBackOpening(tx, by, { id, reason: body.reason });
      const done = isDone ? "done.opening.takenBack" : "done.opening.takeBackAsked";
      return answer(tx, by, id, () => message(done));
    },
    options,
  );
}

async function answer(
  tx: Tx,
  { actor, t }: { actor: Actor; t: Translate },
  id: number,
  done: (opening: { members: number; savingsCents: bigint }) => Message,
) {
  const opening = await readOpening(tx, { id, callerId: actor.id });
  const savingsCents = BigInt(Math.round(opening.total_savings * 100));
  return { detail: t(done({ members: opening.members, savingsCents })), opening };
}

/** OPEN-12: of all parts together. */
const SHEET_BYTES_MAX = 5 * 1024 * 1024;

const sheetForm: UploadForm = {
  field: "file",
  // A csv for each sheet, and some to spare.
  filesMost: 10,
  bytesMax: SHEET_BYTES_MAX,
  fieldsMost: 10,
  missing: () => refuse("sheet-file-missing").at("file"),
};

type ReceivedSheet<Form extends $ZodType> = { form: output<Form>; sheet: UploadedSheet };

/**
 * Every part named `file`, and the other parts by the form. Refuses a body that is not readable, one without a file,
 * more than 5 MB, and a day that is not over yet.
 */
async function receiveSheet<
  Form extends $ZodType<{ date: PlainDate; mapping?: OwnMapping | undefined }>,
>(request: FastifyRequest, form: Form & { shape: object }): Promise<ReceivedSheet<Form>> {
  const { files, fields: read } = await receiveForm(request, sheetForm, form);
  const parts = files.map(({ bytes, fileName }) => ({ bytes, fileName: fileName || "file" }));
  if (parts.reduce((sum, { bytes }) => sum + bytes.length, 0) > SHEET_BYTES_MAX)
    throw refuse("sheet-too-large").at("file");
  if (read.date > nairobiDate(request.receivedAt)) throw refuse("date-in-future").at("date");
  return { form: read, sheet: { parts, cutOver: read.date, mapping: read.mapping ?? null } };
}
