// A database of a test's own, cloned from the template.
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { templateName } from "./template-database.ts";

/** Clones the template, or another database without connections, and returns its address. */
export function createTestDatabase(copyOf = templateName) {
  return createDatabase(copyOf);
}

/** An empty one, without even a schema. */
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
