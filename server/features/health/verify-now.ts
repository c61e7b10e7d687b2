// The check of the books that the Chairperson asks for.
import type { VerifyView } from "#contract/health.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { keepVerifyRun, type VerifyRun } from "#server/verify/verify-runs.ts";
import { readVerify } from "./health.queries.ts";

/** Keeps what the check found, and says who asked for it. */
export async function keepCheck(
  tx: Tx,
  by: SignedInRequest<undefined, undefined>,
  run: VerifyRun,
): Promise<{ detail: string; verify: VerifyView }> {
  await keepVerifyRun(tx, run);
  const held = run.checked - run.breaches.length;
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "books.verify",
    subject: "books",
    subjectId: null,
    after: { checked: run.checked, held },
    address: by.origin.address,
  });
  const verify = await readVerify(tx);
  if (verify === null) throw new Error("the check was not kept");
  return { detail: by.t("done.books.verified", { held, count: run.checked }), verify };
}
