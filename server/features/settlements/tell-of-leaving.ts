// What is reported when a member leaves: to them how their account was settled, to the officials that it was done and by whom.
import type { Cents } from "#domain/money.ts";
import type { Message } from "#messages/message.ts";
import { leavingLetter } from "#server/core/mail/composed-letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { notifyOfficialsOfChange } from "#server/core/mail/notify.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SettlementFigures } from "./settlement-figures.ts";

export async function tellOfLeaving(
  tx: Tx,
  params: {
    member: MemberRow;
    figures: SettlementFigures;
    finesCents: Cents;
    /** What was done, as the official who did it reads it. */
    done: Message;
    by: string;
    now: Date;
  },
): Promise<void> {
  const { member, figures, finesCents, done, by, now } = params;
  const { dueCents } = figures.outcome;
  const settled = { ...figures, finesCents, dueCents };
  await tell(
    tx,
    "left_group",
    { memberId: member.id, mail: { to: member, letter: leavingLetter(settled) }, now },
    { due: dueCents < 0n ? -dueCents : dueCents, owing: dueCents < 0n ? "yes" : "no" },
  );
  await notifyOfficialsOfChange(tx, { memberId: member.id, done, by, now });
}
