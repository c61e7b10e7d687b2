// Numbers that take no SMS.
import type { Reader } from "#server/db/connection.ts";

/** Whether the gateway said that this number takes no SMS. */
export async function isStopped(reader: Reader, phone: string): Promise<boolean> {
  const stop = await reader
    .selectFrom("sms_stops")
    .select("phone")
    .where("phone", "=", phone)
    .executeTakeFirst();
  return stop !== undefined;
}
