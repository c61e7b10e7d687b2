// The statement account of our shortcode, made when it is missing (MPESA-1).
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockLiveAccount } from "#server/db/locks.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";

/** With a till, that of the till. Returns its id. */
export async function ensureLiveAccount(
  tx: Tx,
  { shortcode, till }: Pick<DarajaSettings, "shortcode" | "till">,
  now: Date,
): Promise<number> {
  const kind = till === null ? "mpesa_paybill" : "mpesa_till";
  const number = till ?? shortcode;
  const find = () =>
    tx
      .selectFrom("statement_accounts")
      .select("id")
      .where("kind", "=", kind)
      .where("number", "=", number)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
  const found = await find();
  if (found !== undefined) return found.id;
  await lockLiveAccount(tx);
  const meanwhile = await find();
  if (meanwhile !== undefined) return meanwhile.id;
  const name = await freeName(tx, `M-PESA ${number}`);
  const { id } = await tx
    .insertInto("statement_accounts")
    .values({ name, kind, number, created_by: null, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "statement-accounts.add",
    subject: "statement_account",
    subjectId: id,
    after: { account_name: name, account_kind: kind, account_number: number },
    address: null,
  });
  return id;
}

/** Somebody may have given the name to an account of another kind. */
async function freeName(tx: Tx, name: string): Promise<string> {
  const taken = await tx
    .selectFrom("statement_accounts")
    .select("id")
    .where((of) => of(of.fn("lower", ["name"]), "=", name.toLowerCase()))
    .executeTakeFirst();
  return taken === undefined ? name : `${name} (live)`;
}
