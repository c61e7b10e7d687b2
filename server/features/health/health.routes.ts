// GET /api/health: whether the database answers (contract 6).
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { getHealth } from "#contract/health.ts";
import { refuse } from "#domain/refusal.ts";
import type { Database } from "#server/db/connection.ts";

export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get(getHealth.path, async (request) => {
    try {
      await sql`SELECT 1`.execute(db);
      return { status: "ok" };
    } catch (error) {
      request.log.warn({ err: error }, "the database does not answer");
      throw refuse("database-away");
    }
  });
}
