// Ledger entries by hand, reversals, the journal and the year end: contract entry -> action or query.
import type { BodyOf } from "#contract/endpoint.ts";
import { fineMany } from "#contract/fines.ts";
import * as contract from "#contract/ledger.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { rightToPost } from "#domain/ledger/entry-types.ts";
import { type Action, type Actor, whyNot } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { pageOf } from "#server/db/paging.ts";
import { countDueSettings } from "#server/core/approvals/guarded-settings.ts";
import { postOrPropose } from "#server/core/approvals/proposals.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readInput } from "#server/http/read-request.ts";
import type { By } from "#server/platform/request.ts";
import { closeYear, readYears } from "./close-year.ts";
import {
  entryExists,
  isForBothOffices,
  readEntries,
  readEntry,
  readLedger,
} from "./entries.queries.ts";
import { fineMembers, postEntry, postFines } from "./post-entry.ts";
import { reverseEntry } from "./reverse-entry.ts";

/** How a proposed entry is posted once another official agrees (BOOK-20, BOOK-27). */
export const proposedPostings = {
  ledger_entry: {
    right: (requested: unknown) => rightOf(requested),
    post: (tx: Tx, by: By, requested: unknown) =>
      postEntry(tx, by, readInput(contract.postLedgerEntry.body!, requested)),
  },
  reversal: {
    right: (_requested: unknown, { byOffice }: { byOffice: string | null }) =>
      byOffice === null ? ("entries.reverse" as const) : ("cash.move" as const),
    post: (tx: Tx, by: By, requested: unknown) =>
      reverseEntry(
        tx,
        by,
        requested as { id: number; reason: string; resolution_id?: number | undefined },
      ),
  },
  fines: {
    right: "fines.charge",
    post: (tx: Tx, by: By, requested: unknown, proposalId: number) =>
      postFines(tx, by, readInput(fineMany.body!, requested), proposalId),
  },
} as const;

// A waiting change of `second_person_above` or `fine_limit` may be due.
const countingSettings = {
  prepare: (db: Database, { now }: { now: Date }) => countDueSettings(db, now),
};

export function ledgerEntryRoutes(routes: Routes): void {
  routes.read(contract.getLedger, (reader, { now }) => readLedger(reader, nairobiDate(now)));

  routes.write(
    contract.postLedgerEntry,
    async (tx, { body, ...by }) => {
      const requested = { kind: "ledger_entry", body: asSent(body), concernsId: null } as const;
      const { entryId, done } = await postOrPropose(tx, by, requested, () =>
        postEntry(tx, by, body),
      );
      return { detail: by.t(done), entry: await readEntry(tx, entryId, by.t) };
    },
    {
      ...countingSettings,
      // API-2: only here the type is read before the right is checked.
      permit: (actor, body) => {
        const reason = whyNot(actor, rightOf(body));
        if (reason !== null) throw refuse(reason);
      },
    },
  );

  routes.write(fineMany, fineMembers, countingSettings);

  routes.write(
    contract.reverseEntry,
    async (tx, { body, id, ...by }) => {
      const command = { id, ...body };
      const requested = { kind: "reversal", body: command, concernsId: null } as const;
      const { entryId, done } = await postOrPropose(tx, by, requested, () =>
        reverseEntry(tx, by, command),
      );
      return { detail: by.t(done), entry: await readEntry(tx, entryId, by.t) };
    },
    { ...countingSettings, exists: mayBeReversed },
  );

  routes.read(contract.getEntries, async (reader, { query, t }) => {
    const page = pageOf(query);
    const { entries, count, isLeast } = await readEntries(reader, { filter: query, page, t });
    return {
      entries,
      ...(count === undefined ? {} : { count }),
      ...(isLeast ? { count_is_least: true } : {}),
    };
  });

  routes.write(contract.closeYear, async (tx, { body, ...by }) => {
    const { year, entryId } = await closeYear(tx, by, body.year);
    return {
      detail: by.t("done.books.yearClosed", { year: year.label, date: { day: year.end } }),
      closed_year: toYear(year),
      entry: entryId === null ? null : await readEntry(tx, entryId, by.t),
    };
  });

  routes.read(contract.getClosedYears, async (reader, { now }) => {
    const { closed, next } = await readYears(reader, nairobiDate(now));
    return {
      closed_years: closed.map(toYear),
      next_year: next === null ? null : { ...toYear(next), is_over: next.isOver },
    };
  });
}

/** The right that what was sent needs, by its type and what it is paid from. */
function rightOf(body: unknown): Action {
  const { type, paid_from: paidFrom } = readInput(contract.ledgerEntryType, body);
  return rightToPost({ type, paidFrom });
}

/** Whether the entry is there. Without the right to reverse any, only one that moved cash or a fund is (403 comes before 404). */
async function mayBeReversed(reader: Reader, id: number, actor: Actor): Promise<boolean> {
  const reason = whyNot(actor, "entries.reverse");
  if (reason !== null && !(await isForBothOffices(reader, id))) throw refuse(reason);
  return entryExists(reader, id);
}

/** As the schema reads it again once another official agrees. */
function asSent(body: BodyOf<typeof contract.postLedgerEntry>): unknown {
  if (body.type !== "fine") return body;
  const { id, username } = body.charged_user;
  return { ...body, charged_user: username ?? id };
}

function toYear({ label, start, end }: { label: string; start: string; end: string }) {
  return { year: label, start_date: start, end_date: end };
}
