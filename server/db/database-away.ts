import { DatabaseError } from "pg";

const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08...|57P0.|53...|55P03|57014|25P03)$/;

/** Whether an error tells of a failed connection, a shutdown or a wait that ran out: trying again may work. */
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
