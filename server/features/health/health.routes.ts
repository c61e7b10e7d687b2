// GET /api/health: whether the database answers (contract 6).
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";

export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get("/api/health", async (request, reply) => {
    try {
      await sql`SELECT 1`.execute(db);
      return { status: "ok" };
    } catch (error) {
      request.log.warn({ err: error }, "the database does not answer");
      return reply
        .status(503)
        .send({ status: "unavailable", detail: "The database does not answer." });
    }
  });
}
