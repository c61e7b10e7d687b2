// Share-outs (SHARE-1 to SHARE-6): rehearsed, proposed by one office, agreed to by the other.
import * as contract from "#contract/distributions.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { refuse } from "#domain/refusal.ts";
import { inSnapshot, type Reader } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { agree, propose, refuseProposal } from "./decide.ts";
import { reckon, requireShareable } from "#server/core/sharing/reckon.ts";
import { takeBack } from "./take-back.ts";
import { termsOf } from "#server/core/sharing/terms.ts";
import { readDistributions, viewPreview } from "#server/core/sharing/read-share-outs.ts";

export function distributionRoutes(routes: Routes): void {
  routes.handle(contract.previewDistribution, (db, { body, now }) =>
    inSnapshot(db, async (reader) => {
      const today = nairobiDate(now);
      const terms = termsOf(body, today);
      const reckoned = await reckon(reader, { terms, today, listOf: null });
      requireShareable(terms, reckoned);
      return viewPreview(terms, reckoned);
    }),
  );

  routes.write(contract.proposeDistribution, async (tx, { body, ...by }) => {
    const proposed = await propose(tx, by, termsOf(body, nairobiDate(by.now)));
    const detail = by.t("done.sharing.proposed", {
      total: proposed.totalCents,
      office: proposed.other,
    });
    return { detail, distribution: await readOne(tx, by, proposed.id) };
  });

  routes.read(contract.getDistributions, (db, { actor, query, now }) =>
    inSnapshot(db, async (reader) => {
      const page = pageOf(query);
      const distributions = await readDistributions(reader, { actor, now, page });
      return page === null ? { distributions } : { distributions, count: await countAll(reader) };
    }),
  );

  routes.read(contract.getDistribution, async (db, { id, ...by }) => ({
    distribution: await inSnapshot(db, (reader) => readOne(reader, by, id)),
  }));

  const aboutOne = { exists: isDistribution };

  routes.write(
    contract.agreeDistribution,
    async (tx, { id, body, ...by }) => {
      const total = await agree(tx, by, { id, totalSeenCents: body.total_seen });
      const detail = by.t("done.sharing.posted", { total });
      return { detail, distribution: await readOne(tx, by, id) };
    },
    aboutOne,
  );

  routes.write(
    contract.refuseDistribution,
    async (tx, { id, body, ...by }) => {
      await refuseProposal(tx, by, { id, reason: body.reason });
      const detail = by.t("done.sharing.refused");
      return { detail, distribution: await readOne(tx, by, id) };
    },
    aboutOne,
  );

  routes.write(
    contract.takeBackDistribution,
    async (tx, { id, body, ...by }) => {
      const waitsFor = await takeBack(tx, by, { id, reason: body.reason });
      const detail =
        waitsFor === null
          ? by.t("done.sharing.takenBack")
          : by.t("done.sharing.takeBack", { office: waitsFor });
      return { detail, distribution: await readOne(tx, by, id) };
    },
    aboutOne,
  );
}

async function countAll(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom("distributions")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Refuses with `not-found` one that is not there. */
async function readOne(
  reader: Reader,
  { actor, now }: Pick<SignedInRequest, "actor" | "now">,
  id: number,
) {
  const [found] = await readDistributions(reader, { actor, now, id });
  if (found === undefined) throw refuse("not-found");
  return found;
}

async function isDistribution(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("distributions")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
