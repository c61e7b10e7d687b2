import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import {
  inTransaction,
  isUndone,
  openDatabase,
  openPool,
  type Database,
  type Tx,
} from "./connection.ts";

let db: Database;

beforeAll(async () => {
  db = openDatabase(openPool(await createTestDatabase(), 2));
  await sql`CREATE TABLE shelf (id int PRIMARY KEY, place bigint GENERATED ALWAYS AS IDENTITY)`.execute(
    db,
  );
});
afterAll(() => db.destroy());

const put = (tx: Tx, id: number) => sql`INSERT INTO shelf (id) VALUES (${id})`.execute(tx);

/** What `work` throws in a transaction. */
async function thrownBy(work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  try {
    await inTransaction(db, work);
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

async function onShelf(reader: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM shelf ORDER BY place`.execute(reader);
  return rows.map(({ id }) => id);
}

describe("a transaction", () => {
  test("runs queries that are sent together in the order in which they were sent", async () => {
    const seen = await inTransaction(db, async (tx) => {
      const [, , after] = await Promise.all([put(tx, 7), put(tx, 3), onShelf(tx), put(tx, 5)]);
      return after;
    });
    expect(seen).toEqual([7, 3]);
    expect(await onShelf(db)).toEqual([7, 3, 5]);
  });

  test("stores nothing when one of its queries fails, and throws that query's error", async () => {
    const before = await onShelf(db);
    const failing = inTransaction(db, (tx) =>
      Promise.all([put(tx, 11), sql`SELECT 1 / 0`.execute(tx), put(tx, 12)]),
    );
    await expect(failing).rejects.toThrow("division by zero");
    expect(await onShelf(db)).toEqual(before);
  });

  test("stores nothing when the work throws before a query is answered", async () => {
    const before = await onShelf(db);
    const failing = inTransaction(db, async (tx) => {
      const requested = put(tx, 21);
      await Promise.all([requested, Promise.reject(new Error("changed my mind"))]);
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await onShelf(db)).toEqual(before);
  });

  test("counts as undone after an error, unless the connection was lost during the commit", async () => {
    const endConnection = sql`SELECT pg_terminate_backend(pg_backend_pid())`;
    expect(isUndone(await thrownBy((tx) => sql`SELECT 1 / 0`.execute(tx)))).toBe(true);
    expect(isUndone(await thrownBy((tx) => endConnection.execute(tx)))).toBe(true);
    await sql`CREATE TABLE fuse (length int)`.execute(db);
    await sql`
      CREATE FUNCTION burn() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.length < 0 THEN RAISE EXCEPTION 'no such length'; END IF;
        PERFORM pg_terminate_backend(pg_backend_pid());
        RETURN NULL;
      END $$`.execute(db);
    await sql`
      CREATE CONSTRAINT TRIGGER fuse_burns AFTER INSERT ON fuse DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION burn()`.execute(db);
    const atCommit = async (length: number) =>
      thrownBy((tx) => sql`INSERT INTO fuse VALUES (${length})`.execute(tx));
    const refused = await atCommit(-1);
    expect(refused).toMatchObject({ message: "no such length" });
    expect(isUndone(refused)).toBe(true);
    const lost = await atCommit(1);
    expect(lost).toBeInstanceOf(Error);
    expect(isUndone(lost)).toBe(false);
  });
});
