// A database of a test's own, cloned from the template.
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { templateName } from "./template-database.ts";

/** Clones the template, or another database that nobody is connected to, and says how to connect. */
export function createTestDatabase(copyOf = templateName) {
  return createDatabase(copyOf);
}

/** One with nothing in it, not even a schema. */
export function createEmptyDatabase() {
  return createDatabase("template0");
}

async function createDatabase(template: string) {
  const postgres = inject("postgres");
  const database = `test_${randomBytes(6).toString("hex")}`;
  const client = new Client(postgres);
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template}`);
  } finally {
    await client.end();
  }
  return { ...postgres, database };
}
