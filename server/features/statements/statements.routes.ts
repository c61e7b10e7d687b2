// Statements, their lines and what these are: contract entry -> action or query.
import type { FastifyInstance } from "fastify";
import * as lineContract from "#contract/statement-lines.ts";
import * as contract from "#contract/statements.ts";
import { rightToPost } from "#domain/ledger/entry-types.ts";
import { whyNot } from "#domain/permissions.ts";
import { fromKes, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { contestedReply } from "#server/core/approvals/contested.ts";
import { countDueSettings } from "#server/core/approvals/guarded-settings.ts";
import { isMember } from "#server/core/members/member-directory.ts";
import { answerOnce } from "#server/core/requests/idempotency.ts";
import type { FileReader } from "#server/core/file-reader/file-reader.ts";
import type { Database } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes, Serving } from "#server/http/endpoint-route.ts";
import { readInput, readUploadKey } from "#server/http/read-request.ts";
import { uploadRoutes } from "#server/http/uploads.ts";
import {
  accountExists,
  addAccount,
  changeReadings,
  readStatementAccounts,
  readStatement,
  readStatementContent,
  readStatements,
  statementExists,
} from "./statements.queries.ts";
import { book, type PostEntry } from "./book-lines.ts";
import { readCandidates } from "./candidates.ts";
import { accept, withdraw } from "./decide-statement.ts";
import { readImport } from "./import-statement.ts";
import { lineExists, readLine, readLines, readLinesById } from "./lines.queries.ts";
import { matchByHand, matchedExists } from "./match-line.ts";
import { preview } from "./preview-statement.ts";
import { unmatch } from "./unmatch-line.ts";
import { receiveStatement, uploadForm } from "./read-upload.ts";
import { readLinesToRecord, recordAll } from "./record-all.ts";
import { record, type SubmitPayments } from "./record-line.ts";
import { setAside } from "#server/core/bank-lines/set-aside.ts";

type StatementParts = Serving & {
  fileReader: FileReader;
  /** How payments are submitted and entries posted, by the features that do it. */
  submit: SubmitPayments;
  postEntry: PostEntry;
};

export async function statementRoutes(
  app: FastifyInstance,
  routes: Routes,
  parts: StatementParts,
): Promise<void> {
  routes.read(contract.getStatementAccounts, async (reader) => ({
    accounts: await readStatementAccounts(reader),
  }));
  routes.write(contract.addStatementAccount, async (tx, { body, ...by }) => ({
    detail: by.t("done.statements.accountAdded", { name: body.name }),
    account: await addAccount(tx, by, body),
  }));
  routes.write(
    contract.changeStatementReadings,
    async (tx, { body: { dates, thousands, minus }, id, ...by }) => {
      const readings = {
        ...(dates === undefined ? {} : { dates }),
        ...(thousands === undefined ? {} : { thousands }),
        ...(minus === undefined ? {} : { minus }),
      };
      const account = await changeReadings(tx, by, { id, readings });
      return { detail: by.t("done.statements.readings", { name: account.name }), account };
    },
    { exists: accountExists },
  );
  await fileRoutes(app, parts);
  routes.read(contract.getStatements, (reader, { actor, query }) =>
    readStatements(reader, {
      accountId: query.account_id ?? null,
      callerId: actor.id,
      page: pageOf(query),
    }),
  );
  routes.read(contract.getStatement, async (reader, { actor, id }) => ({
    statement: await readStatement(reader, { id, callerId: actor.id }),
  }));
  routes.download(contract.getStatementFile, (db, { id }) => readStatementContent(db, id));
  const aboutStatement = { exists: statementExists };
  routes.write(
    contract.withdrawStatement,
    async (tx, { body, id, ...by }) => ({
      detail: by.t("done.statements.withdrawn"),
      statement: await withdraw(tx, by, { id, reason: body.reason }),
    }),
    aboutStatement,
  );
  routes.write(
    contract.acceptStatement,
    async (tx, { body, id, ...by }) => {
      const statement = await accept(tx, by, { id, reason: body.reason });
      const isAccepted = statement.state === "accepted";
      return {
        detail: by.t(isAccepted ? "done.statements.accepted" : "done.statements.acceptedByOne"),
        statement,
      };
    },
    aboutStatement,
  );
  lineRoutes(routes, parts);
}

function lineRoutes(routes: Routes, { submit, postEntry }: StatementParts): void {
  routes.read(lineContract.getStatementLines, (reader, { query, t }) =>
    readLines(reader, { filter: query, page: pageOf(query), t }),
  );
  const aboutLine = { exists: lineExists };
  routes.read(lineContract.getLineCandidates, async (reader, { id, query, t }) => ({
    candidates: await readCandidates(reader, { lineId: id, search: query.search ?? "", t }),
  }));
  routes.write(
    lineContract.matchLine,
    async (tx, { body, id, ...by }) => {
      await matchByHand(tx, by, id, body);
      return { detail: by.t("done.statements.matched"), line: await readLine(tx, id, by.t) };
    },
    { ...aboutLine, existsInBody: matchedExists },
  );
  routes.write(
    lineContract.unmatchLine,
    async (tx, { body, id, ...by }) => {
      await unmatch(tx, by, { lineId: id, reason: body.reason });
      return { detail: by.t("done.statements.unmatched"), line: await readLine(tx, id, by.t) };
    },
    aboutLine,
  );
  routes.write(
    lineContract.setLineAside,
    async (tx, { body, id, ...by }) => {
      await setAside(tx, by, { lineId: id, reason: body.reason });
      return { detail: by.t("done.statements.setAside"), line: await readLine(tx, id, by.t) };
    },
    aboutLine,
  );
  routes.write(
    lineContract.recordLine,
    async (tx, { body, id, ...by }) => {
      const payment = await record(tx, by, submit, { lineId: id, body });
      return {
        detail: by.t("done.statements.recorded", { member: payment.member.full_name }),
        payment,
        ...(await contestedReply(tx, payment.id)),
      };
    },
    { ...aboutLine, existsInBody: (reader, body) => isMember(reader, body["member_id"]) },
  );
  routes.read(lineContract.getLinesToRecord, async (reader, { query, t }) => {
    const filter = { accountId: query.account_id ?? null, ids: null };
    const lines = await readLinesToRecord(reader, filter, t);
    return { lines, total: toKes(lines.reduce((sum, { amount }) => sum + fromKes(amount), 0n)) };
  });
  routes.write(lineContract.recordAllLines, async (tx, { body, ...by }) => {
    const { recorded, refused, totalCents: total } = await recordAll(tx, by, submit, body.items);
    const facts = { count: recorded.length, total, refused: refused.length };
    return {
      detail: by.t("done.statements.recordedAll", facts),
      recorded,
      refused,
      total: toKes(total),
    };
  });
  routes.write(
    lineContract.bookLines,
    async (tx, { body, ...by }) => {
      const { done } = await book(tx, by, postEntry, body);
      return { detail: by.t(done), lines: await readLinesById(tx, body.line_ids, by.t) };
    },
    {
      // A waiting change of `second_person_above` may have come to count.
      prepare: (db: Database, { now }: { now: Date }) => countDueSettings(db, now),
      permit: (actor, body) => {
        const { type } = readInput(lineContract.bookingType, body);
        const reason = whyNot(actor, rightToPost({ type }));
        if (reason !== null) throw refuse(reason);
      },
    },
  );
}

async function fileRoutes(app: FastifyInstance, parts: StatementParts): Promise<void> {
  await uploadRoutes(app, parts, uploadForm, (uploads) => {
    uploads.handle(contract.previewStatement, async (db, { actor, now, t }, request) =>
      preview(db, parts.fileReader.for(actor.id), await receiveStatement(request), { now, t }),
    );
    uploads.handle(contract.importStatement, async (db, input, request, reply) => {
      const received = await receiveStatement(request);
      const { bytes, fileName: _name, ...form } = received;
      const keyed = readUploadKey(contract.importStatement, request, { form, files: [bytes] });
      const files = parts.fileReader.for(input.actor.id);
      const { status, body } = await answerOnce(db, keyed, async () => {
        const importRead = await readImport(db, files, input, received);
        return async (tx) => {
          const imported = await importRead(tx);
          return { status: imported.counts.new === 0 ? 200 : 201, body: imported };
        };
      });
      reply.status(status);
      return body;
    });
  });
}
