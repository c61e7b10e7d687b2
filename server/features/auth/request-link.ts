// Asking for a mailed link: the same answer at the same cost for every address (MEM-6).
import { createHash } from "node:crypto";
import { addJob } from "#server/db/job-queue.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import type { PublicRequest } from "#server/platform/request.ts";
import type { AuthParts } from "./auth-parts.ts";

type Requested = PublicRequest<unknown, { email: string }>;

export async function requestPasswordReset(
  db: Database,
  parts: AuthParts,
  requested: Requested,
): Promise<{ detail: string }> {
  await queueLink(db, parts, requested, { job: "mail-reset-link", flow: "reset-account" });
  return { detail: requested.t("done.accounts.resetRequested") };
}

export async function requestActivation(
  db: Database,
  parts: AuthParts,
  requested: Requested,
): Promise<{ detail: string }> {
  await queueLink(db, parts, requested, {
    job: "mail-activation-link",
    flow: "activation-account",
  });
  return { detail: requested.t("done.accounts.activationRequested") };
}

/** Beyond the limits nothing is mailed, and nothing is said of it (SAFE-7). */
async function queueLink(
  db: Database,
  { throttle }: AuthParts,
  { body, origin }: Requested,
  link: {
    job: "mail-reset-link" | "mail-activation-link";
    flow: "reset-account" | "activation-account";
  },
): Promise<void> {
  const account = createHash("sha256").update(body.email.toLowerCase()).digest("base64url");
  const addressMay = await throttle.allows("link-address", origin.address);
  const accountMay = await throttle.allows(link.flow, account);
  if (!addressMay || !accountMay) return;
  const payload = { email: body.email, address: origin.address };
  await inTransaction(db, (tx) => addJob(tx, { name: link.job, payload }));
}
