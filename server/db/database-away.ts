import { DatabaseError } from "pg";

const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08...|57P0.|53...|55P03|57014|25P03|25006)$/;

/** Whether an error tells of a failed connection, a standby that takes no writes, a shutdown or a wait that ran out: trying again may work. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && AWAY.test(String(error.code))) return true;
  return (
    !(error instanceof DatabaseError) &&
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/i.test(
      error.message,
    )
  );
}

/** Whether it was refused because a newer one was seen; with several hosts, one of them. */
export function isBehind(error: unknown): error is Error {
  return error instanceof Error && "isBehind" in error && error.isBehind === true;
}

/** Refused as a database that is away: with 503, until it may be tried again. */
export function away(message: string): Error {
  return Object.assign(new Error(message), { code: "57P03" });
}
