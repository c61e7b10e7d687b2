// Whether M-PESA may take a payment for an account (MPESA-3): Daraja asks before it moves the money.
import { sql } from "kysely";
import { accountKeysIn } from "#domain/statements/account-typed.ts";
import { wordOf } from "#domain/mpesa/daraja-reply.ts";
import type { Reader } from "#server/db/connection.ts";

/** False if the group refuses unknown accounts and what was typed is no member's RegNo or username and no ask's. */
export async function acceptsAccount(
  reader: Reader,
  body: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const keys = accountKeysIn(wordOf(body["BillRefNumber"]).slice(0, 100));
  const { rows } = await sql<{ accepts: boolean }>`
    SELECT NOT mpesa_refuse_unknown_accounts OR EXISTS (
             SELECT FROM members WHERE plain_account(reg_number) = ANY (${keys}::text[])
             UNION ALL SELECT FROM members WHERE plain_account(username) = ANY (${keys}::text[])
             UNION ALL SELECT FROM mpesa_asks WHERE account_reference = ANY (${keys}::text[])) AS accepts
      FROM group_settings`.execute(reader);
  return rows[0]?.accepts !== false;
}
