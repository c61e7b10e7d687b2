// Bringing a group's books over: contract entry -> action or query.
import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import * as contract from "#contract/opening.ts";
import { refuse } from "#domain/refusal.ts";
import type { TableReader } from "#server/core/opening/validate-opening.ts";
import { endpointRoutes, type Routes, type Serving } from "#server/http/endpoint-route.ts";
import { proposeUpload } from "./propose-upload.ts";
import { receiveSheet, SHEET_BYTES_MAX } from "./receive-sheet.ts";
import { rehearse } from "./rehearse-opening.ts";
import { openSheetShelf } from "./sheet-shelf.ts";
import { writeSheetWithProblems } from "./sheet-with-problems.ts";
import { openingTemplate } from "./template.ts";

/** A csv for each sheet, and some to spare. */
const FILES_MOST = 10;

export async function openingRoutes(
  app: FastifyInstance,
  routes: Routes,
  parts: Serving & { fileReader: TableReader },
): Promise<void> {
  const { fileReader } = parts;
  const shelf = openSheetShelf();
  routes.download(contract.getOpeningTemplate, async (_db, { query, language, now }) =>
    openingTemplate({ format: query.format ?? "xlsx", language: query.language ?? language, now }),
  );
  routes.download(contract.getSheetWithProblems, async (_db, { query, actor, now }) => {
    const sheet = shelf.find(actor.id, query.sheet, now);
    if (sheet === null) throw refuse("not-found");
    return writeSheetWithProblems(fileReader, sheet, now);
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
    uploads.upload(contract.rehearseOpening, async (db, by, request) => {
      const { sheet } = await receiveSheet(request, contract.rehearsalForm);
      return rehearse(db, fileReader, shelf, { by, sheet });
    });
    uploads.upload(contract.proposeOpening, async (db, by, request, reply) => {
      const { form, sheet } = await receiveSheet(request, contract.openingForm);
      const differenceReason = form.difference_reason ?? null;
      const proposed = await proposeUpload(db, fileReader, by, { sheet, differenceReason });
      reply.status(proposed.isNew ? 201 : 200);
      return proposed.answer;
    });
  });
}
