// What is told when a member leaves: to them how their account was settled, to the officials that it was done and by whom.
import type { Cents } from "#domain/money.ts";
import type { Message } from "#messages/message.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { sendMail } from "#server/core/mail/mail.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";
import { tellOfficials } from "#server/core/mail/tell-officials.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SettlementFigures } from "./settlement-figures.ts";
import { leavingMail } from "./settlement-mails.ts";

export async function tellOfLeaving(
  tx: Tx,
  params: {
    member: MemberRow;
    figures: SettlementFigures;
    finesCents: Cents;
    /** What was done, as the official who did it reads it. */
    said: Message;
    by: string;
    now: Date;
  },
): Promise<void> {
  const { member, figures, finesCents, said, by, now } = params;
  const { name: groupName } = await readGroupSettings(tx);
  const { dueCents } = figures.outcome;
  const settled = { ...figures, finesCents, dueCents };
  await sendMail(tx, { ...leavingMail(member, groupName, settled), now });
  await tellOfficials(tx, { memberId: member.id, said, by, groupName, now });
}
