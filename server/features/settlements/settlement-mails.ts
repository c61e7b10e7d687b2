// What is told when a member leaves: to them every figure and what they were paid or still owe, to the officials that
// it was done and by whom.
import { formatKes, type Cents } from "#domain/money.ts";
import { readGroupSettings } from "#server/core/group-settings.ts";
import { sendMail } from "#server/core/mail.ts";
import type { MemberRow } from "#server/core/member-directory.ts";
import { tellOfficials } from "#server/core/tell-officials.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SettlementFigures } from "./settlement-figures.ts";

export async function tellOfLeaving(
  tx: Tx,
  given: {
    member: MemberRow;
    figures: SettlementFigures;
    finesCents: Cents;
    /** What was done, as the official who did it reads it. */
    sentence: string;
    by: string;
    now: Date;
  },
): Promise<void> {
  const { member, figures, finesCents, sentence, by, now } = given;
  const { name: groupName } = await readGroupSettings(tx);
  const { dueCents } = figures.outcome;
  const lines = [
    `Your contributions: ${formatKes(figures.contributionsCents)}`,
    `Your part of the interest: ${formatKes(figures.givenCents)}`,
    `Your loans: ${formatKes(figures.loansCents)}`,
    ...(finesCents > 0n ? [`Unpaid fines, no longer asked for: ${formatKes(finesCents)}`] : []),
  ];
  const outcome =
    dueCents < 0n
      ? `You still owe the group ${formatKes(-dueCents)}. Please speak to an official about paying it back.`
      : `You have been paid ${formatKes(dueCents)}, and nothing is owed on either side.`;
  await sendMail(tx, {
    recipient: member.email,
    subject: `You have left ${groupName}`,
    body: [
      `Hello ${member.first_name},`,
      `You have left ${groupName}. This is how your account was settled:`,
      lines.join("\n"),
      outcome,
      "You can still sign in and read your records. If something is not right, please speak to an official.",
      groupName,
    ].join("\n\n"),
    now,
  });
  await tellOfficials(tx, { memberId: member.id, sentence, by, groupName, now });
}
