import { DatabaseError } from "pg";

const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08...|57P0.|53...|55P03|57014|25P03|25006)$/;

/** Whether a retry may work: the connection failed, the host is a standby, PostgreSQL is shutting down, or a wait timed out. */
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

/** Whether the database, or one of its hosts, was refused because the server has seen a newer state. */
export function isBehind(error: unknown): error is Error {
  return error instanceof Error && "isBehind" in error && error.isBehind === true;
}

/** Makes an error that the API answers with 503, as for a database that is away. */
export function away(message: string): Error {
  return Object.assign(new Error(message), { code: "57P03" });
}
