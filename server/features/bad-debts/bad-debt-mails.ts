// What a member who left in debt is told when some of it is recovered.
import { formatKes, type Cents } from "#domain/money.ts";
import { readGroupSettings } from "#server/core/group-settings.ts";
import { sendMail } from "#server/core/mail.ts";
import type { MemberRow } from "#server/core/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";

export async function tellOfRecovery(
  tx: Tx,
  given: { member: MemberRow; amountCents: Cents; leftCents: Cents; now: Date },
): Promise<void> {
  const { member, amountCents, leftCents, now } = given;
  const { name: groupName } = await readGroupSettings(tx);
  await sendMail(tx, {
    recipient: member.email,
    subject: `${groupName} has received ${formatKes(amountCents)} from you`,
    body: [
      `Hello ${member.first_name},`,
      `${groupName} has received ${formatKes(amountCents)} towards what you owe.`,
      leftCents === 0n
        ? "You have paid everything back, and your membership is cleared. Thank you."
        : `You still owe ${formatKes(leftCents)}.`,
      "If something is not right, please speak to an official.",
      groupName,
    ].join("\n\n"),
    now,
  });
}
