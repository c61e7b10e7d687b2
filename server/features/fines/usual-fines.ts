// The group's own list of usual fines (PAY-30).
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { changeUsualFines, getUsualFines } from "#contract/fines.ts";
import { formatAmount, toKes } from "#domain/money.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { lockUsualFines } from "#server/db/locks.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export async function readUsualFines(reader: Reader): Promise<ReplyOf<typeof getUsualFines>> {
  const rows = await reader
    .selectFrom("usual_fines")
    .select(["name", "amount_cents"])
    .orderBy("place")
    .execute();
  return { fines: rows.map((row) => ({ name: row.name, amount: toKes(row.amount_cents) })) };
}

/** Writes the whole list anew. */
export async function writeUsualFines(
  tx: Tx,
  { body, actor, now, origin, t }: SignedInRequest<unknown, BodyOf<typeof changeUsualFines>>,
): Promise<ReplyOf<typeof changeUsualFines>> {
  await lockUsualFines(tx);
  const before = await readInOneLine(tx);
  await tx.deleteFrom("usual_fines").execute();
  if (body.fines.length > 0)
    await tx
      .insertInto("usual_fines")
      .values(
        body.fines.map(({ name, amount }, index) => ({
          place: index + 1,
          name,
          amount_cents: amount,
        })),
      )
      .execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "settings.usual-fines",
    subject: "group_settings",
    subjectId: null,
    before: { usual_fines: before },
    after: { usual_fines: await readInOneLine(tx) },
    address: origin.address,
  });
  return { detail: t("done.fines.usual"), ...(await readUsualFines(tx)) };
}

/** As the audit log has it, and `verify` again: `Absent 200.00; Late 50.00`. */
async function readInOneLine(reader: Reader): Promise<string> {
  const rows = await reader
    .selectFrom("usual_fines")
    .select(["name", "amount_cents"])
    .orderBy("place")
    .execute();
  return rows
    .map(({ name, amount_cents }) => `${name} ${formatAmount(amount_cents).replaceAll(",", "")}`)
    .join("; ");
}
