// GET /api/health: whether the database answers (API-13); officials see more. POST /api/verify/: checks the books.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { getHealth, verifyNow, type ArchiveView, type ServerWarning } from "#contract/health.ts";
import { can } from "#domain/permissions.ts";
import { Refusal, refuse } from "#domain/refusal.ts";
import { noArchive } from "#server/archive/archivist.ts";
import { resumingSessions } from "#server/core/identity/sessions.ts";
import type { Database } from "#server/db/connection.ts";
import type { Replica } from "#server/db/replica/replica.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { bearerToken } from "#server/http/read-request.ts";
import type { Evidence } from "#server/verify/evidence-invariants.ts";
import { checkBooks } from "#server/verify/verify-runs.ts";
import { readHealthDetails } from "./health.queries.ts";
import { keepCheck } from "./verify-now.ts";

export function healthRoutes(
  app: FastifyInstance,
  routes: Routes,
  {
    db,
    now,
    evidence,
    archive = () => noArchive,
    replica,
    warnings = [],
  }: {
    db: Database;
    now: () => Date;
    evidence: () => Promise<Evidence>;
    archive?: () => ArchiveView;
    replica?: Pick<Replica, "view"> | undefined;
    warnings?: readonly ServerWarning[];
  },
): void {
  const resumeSession = resumingSessions(db);
  app.get(getHealth.path, async (request) => {
    try {
      await sql`SELECT 1`.execute(db);
    } catch (error) {
      request.log.warn({ err: error }, "the database does not answer");
      throw refuse("database-away");
    }
    const details = (await isForOfficial(request))
      ? {
          ...(await readHealthDetails(db)),
          archive: archive(),
          ...(replica === undefined ? {} : { replica: replica.view() }),
          warnings,
        }
      : {};
    return { status: "ok", ...details };
  });

  routes.write(verifyNow, keepCheck, { prepare: () => checkBooks(db, { now, evidence }) });

  /** A session that is over sees what everybody sees. */
  async function isForOfficial(request: FastifyRequest): Promise<boolean> {
    const token = bearerToken(request);
    if (token === null) return false;
    try {
      return can((await resumeSession(token, now())).actor, "health.read");
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }
}
