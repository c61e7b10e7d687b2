// A mail to every official, or to every member, of what each of them has to know.
import type { Tx } from "#server/db/connection.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { sendMails } from "./mail.ts";
import { noticeMail } from "./notice-mails.ts";
import type { Addressee, Letters } from "./write-mail.ts";

type Notice = { letters: Letters; now: Date };

const addressee = ["email", "first_name", "language"] as const;

/**
 * The group's name goes before the subject. Before there is an official, nobody is told. `andMember` is told too, who may
 * be no official.
 */
export async function mailOfficials(
  tx: Tx,
  { andMember, ...notice }: Notice & { andMember?: number },
): Promise<void> {
  const officials = await tx
    .selectFrom("members")
    .select(addressee)
    .where((each) => each.or([each("office", "is not", null), each("id", "=", andMember ?? 0)]))
    .orderBy("id")
    .execute();
  await mailAll(tx, officials, notice);
}

/** To every member who has a say in the group: active or dormant, and not gone. */
export async function mailMembers(tx: Tx, notice: Notice): Promise<void> {
  const members = await tx
    .selectFrom("members")
    .select(addressee)
    .where("is_active", "=", true)
    .where("status", "in", ["active", "dormant"])
    .where("exited_on", "is", null)
    .orderBy("id")
    .execute();
  await mailAll(tx, members, notice);
}

// Each mail is four values of a statement that takes some ten thousands.
const AT_ONCE = 1_000;

async function mailAll(tx: Tx, to: readonly Addressee[], { letters, now }: Notice): Promise<void> {
  if (to.length === 0) return;
  const { name } = await readGroupSettings(tx);
  for (let sent = 0; sent < to.length; sent += AT_ONCE) {
    const mails = to.slice(sent, sent + AT_ONCE).map((each) => noticeMail(each, name, letters));
    await sendMails(tx, { mails, now });
  }
}
