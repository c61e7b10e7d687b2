// What is done after the Chairperson has signed in: how the group begins, and whether mail arrives (MEM-38).
import type { BodyOf } from "#contract/endpoint.ts";
import type { sayHowGroupBegins } from "#contract/setup.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter, sendLetter } from "#server/core/mail/letters.ts";
import { lockAccount } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

type Begins = SignedInRequest<unknown, BodyOf<typeof sayHowGroupBegins>>;

export async function sayBegins(
  tx: Tx,
  { actor, body, now, origin, t }: Begins,
): Promise<{ detail: string }> {
  const { begins } = body;
  const detail = t(begins === "new" ? "done.setup.beginsNew" : "done.setup.bringsBooks");
  const before = await tx.selectFrom("founding").select("begins").executeTakeFirst();
  // A group that began by `npm run appoint` has nothing to be asked.
  if (before === undefined || before.begins === begins) return { detail };
  await tx.updateTable("founding").set({ begins }).execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "setup.begins",
    subject: "founding",
    subjectId: null,
    before: { begins: before.begins },
    after: { begins },
    address: origin.address,
  });
  return { detail };
}

/** Without an SMTP server the mail is stored, and the test is not done. */
export async function mailTest(
  tx: Tx,
  { smtpUrl }: { smtpUrl: string | null },
  { actor, now, origin, t }: SignedInRequest,
): Promise<{ detail: string }> {
  const member = await lockAccount(tx, actor.id);
  await sendLetter(tx, { to: member, letter: letter("trial"), now });
  if (smtpUrl !== null) await tx.updateTable("founding").set({ mail_tested_at: now }).execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "setup.test-mail",
    subject: "founding",
    subjectId: null,
    address: origin.address,
  });
  const detail =
    smtpUrl === null
      ? t("done.setup.testMailStored")
      : t("done.setup.testMail", { email: member.email });
  return { detail };
}
