// Funds (FUND-1 to FUND-6): what each holds, and making, changing and closing one.
import * as contract from "#contract/funds.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { inSnapshot, type Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { changeFund, closeFund, createFund } from "./keep-funds.ts";
import { readFund, readFundMembers, readFunds } from "./view-funds.ts";

export function fundRoutes(routes: Routes): void {
  routes.read(contract.getFunds, (db, { actor, now }) =>
    inSnapshot(db, (reader) => readFunds(reader, { callerId: actor.id, today: nairobiDate(now) })),
  );

  routes.read(contract.getFund, (db, { id, actor, now }) =>
    inSnapshot(db, async (reader) => {
      const viewer = { callerId: actor.id, today: nairobiDate(now) };
      const fund = await readFund(reader, id, viewer);
      if (fund === undefined) throw refuse("not-found");
      return {
        fund,
        ...(can(actor, "members.read-accounts")
          ? { members: await readFundMembers(reader, id, viewer.today) }
          : {}),
      };
    }),
  );

  routes.write(contract.createFund, async (tx, { body, ...by }) => {
    const id = await createFund(tx, by, body);
    return { detail: by.t("done.funds.created"), fund: await viewOf(tx, id, by) };
  });

  routes.write(
    contract.changeFund,
    async (tx, { id, body, ...by }) => {
      await changeFund(tx, by, { id, body });
      return { detail: by.t("done.funds.changed"), fund: await viewOf(tx, id, by) };
    },
    { exists: isFund },
  );

  routes.write(
    contract.closeFund,
    async (tx, { id, ...by }) => {
      await closeFund(tx, by, id);
      return { detail: by.t("done.funds.closed"), fund: await viewOf(tx, id, by) };
    },
    { exists: isFund },
  );
}

async function viewOf(
  reader: Reader,
  id: number,
  { actor, now }: { actor: { id: number }; now: Date },
): Promise<contract.FundView> {
  const fund = await readFund(reader, id, { callerId: actor.id, today: nairobiDate(now) });
  if (fund === undefined) throw refuse("not-found");
  return fund;
}

async function isFund(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("funds")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}
