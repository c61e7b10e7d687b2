// Money out by M-PESA (OUT-1, OUT-2). Off, every call is a refusal.
import type { Payout } from "#contract/mpesa-payouts.ts";
import * as contract from "#contract/mpesa-payouts.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { readDuePayouts } from "./due-payouts.ts";
import { agree, propose, refusePayout } from "./decide-payout.ts";
import { itemExists } from "./payout-items.ts";
import { readPayout, readPayouts } from "./payout-rows.ts";

export function mpesaPayoutRoutes(routes: Routes, settings: DarajaSettings | null): void {
  const requireOn = () => {
    if (settings === null) throw refuse("mpesa-off");
    return settings;
  };
  /** Giving back needs no shortcode that pays out. */
  const requireAllowed = async (reader: Reader, kind: string) => {
    const { features } = requireOn();
    const isSetUp = kind === "return" ? features.checks : features.payouts;
    if (!isSetUp || !(await readGroupSettings(reader)).paysOutByMpesa) throw refuse("payouts-off");
    return requireOn();
  };

  routes.write(
    contract.proposePayout,
    async (tx, { body, ...by }) => {
      const allowed = await requireAllowed(tx, body.kind);
      const {
        id,
        amountCents: amount,
        office,
      } = await propose(tx, by, { settings: allowed, body });
      const detail = by.t("done.payouts.proposed", { amount, office });
      return { detail, payout: await requirePayout(tx, { id, t: by.t }) };
    },
    { existsInBody: async (reader, body) => settings === null || itemExists(reader, body) },
  );

  const aboutOne = {
    exists: async (reader: Reader, id: number) => settings === null || isPayout(reader, id),
  };

  routes.write(
    contract.agreePayout,
    async (tx, { id, body, ...by }) => {
      requireOn();
      const { kind } = await requirePayout(tx, { id, t: by.t });
      const params = { id, amountSeenCents: body.amount_seen };
      const amount = await agree(tx, by, { ...params, settings: await requireAllowed(tx, kind) });
      const detail = by.t("done.payouts.agreed", { amount });
      return { detail, payout: await requirePayout(tx, { id, t: by.t }) };
    },
    aboutOne,
  );

  routes.write(
    contract.refusePayout,
    async (tx, { id, body, ...by }) => {
      requireOn();
      const done = await refusePayout(tx, by, { id, reason: body.reason });
      const detail =
        done.is === "refusing"
          ? by.t("done.payouts.refusing", { office: done.office })
          : by.t(`done.payouts.${done.is}`);
      return { detail, payout: await requirePayout(tx, { id, t: by.t }) };
    },
    aboutOne,
  );

  routes.read(contract.getPayouts, async (reader, { query, t }) => {
    requireOn();
    return readPayouts(reader, { state: query.state, page: pageOf(query), t });
  });

  routes.read(contract.getDuePayouts, async (reader, { query, t }) => {
    requireOn();
    return readDuePayouts(reader, { page: pageOf(query), t });
  });
}

async function requirePayout(tx: Tx, params: { id: number; t: Translate }): Promise<Payout> {
  const payout = await readPayout(tx, params);
  if (payout === undefined) throw refuse("not-found");
  return payout;
}

async function isPayout(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("mpesa_payouts")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
