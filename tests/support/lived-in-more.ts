// What a group leaves besides money and power: choices, browsers, invitations, a word, a stopped number, a
// statement that two offices accepted, a backup. So that each table of the database has a row to tamper with.
import { createECDH, randomBytes } from "node:crypto";
import { keepBackupRun } from "#server/backup/backup-runs.ts";
import { claimMessages } from "#server/core/notices/claim-messages.ts";
import { dispatchNotices } from "#server/core/notices/dispatch-notices.ts";
import { takeReport } from "#server/core/notices/sms/delivery-reports.ts";
import { settleText } from "#server/core/notices/sms/settle-text.ts";
import { sumPostings } from "#server/core/ledger/balances.ts";
import { inTransaction } from "#server/db/connection.ts";
import type { Bookkeeping } from "./founded-group.ts";
import { paybillStatement, paidIn, uploadStatement } from "./statements.ts";
import type { Json, TestGroup, TestMember } from "./test-group.ts";

type Post = (by: TestMember, path: string, body: unknown) => Promise<Json>;

export async function liveOn(
  group: TestGroup,
  {
    books,
    saver,
    heir,
    post,
  }: { books: Bookkeeping; saver: TestMember; heir: TestMember; post: Post },
): Promise<void> {
  const { chairperson, treasurer, secGen } = books;
  await post(saver, "/api/notices/choices/", {
    choices: [
      { kind: "reminder", channel: "sms", on: false },
      { kind: "word", channel: "push", on: true },
    ],
    show_amounts_on_lock_screen: true,
  });
  await takeBack(saver, { books, post });
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const keys = {
    p256dh: ecdh.getPublicKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const subscription = { endpoint: "https://push.example.com/one", keys };
  await post(saver, "/api/notices/push/", { subscription });
  await post(chairperson, "/api/notices/word/", {
    text: "We meet on Saturday",
    to: "all",
    channels: ["push"],
  });
  const { invitation } = await post(chairperson, "/api/user/invitations/", {
    kind: "person",
    name: "Zawadi Mumo",
    phone: "0712000222",
  });
  const { invitation: ended } = await post(chairperson, "/api/user/invitations/", {
    kind: "group",
  });
  await group.api("DELETE", `/api/user/invitations/${ended.id}/`, { token: chairperson.token });
  await group.signUp({ invitation: invitation.url.split("/").at(-1) });
  await post(chairperson, "/api/user/invitations/", { kind: "person", name: "Baraka" });
  await acceptBroken(group, { treasurer, secGen, post });
  // Each is a text to its member.
  for (const member of [treasurer, heir]) await books.fine(member, 20);
  await stopNumber(group);
  const now = group.clock.now();
  await inTransaction(group.db, (tx) =>
    keepBackupRun(tx, {
      startedAt: now,
      finishedAt: now,
      isEncrypted: false,
      failure: "the folder is full",
    }),
  );
  await sumPostings(group.db);
}

/** A contribution and an application that their member withdraws (PAY-34). */
async function takeBack(
  member: TestMember,
  { books, post }: { books: Bookkeeping; post: Post },
): Promise<void> {
  const path = "/api/finances/withdraw/";
  const payment = await books.submitContribution(member, 650);
  await post(member, path, { kind: "contribution", id: payment });
  const loan = await books.applyForLoan(member, 400, "emergency_loan");
  await post(member, path, { kind: "loan", id: loan });
}

/** A statement whose balances do not fit, which both offices accept. */
async function acceptBroken(
  group: TestGroup,
  { treasurer, secGen, post }: { treasurer: TestMember; secGen: TestMember; post: Post },
): Promise<void> {
  const { account } = await post(treasurer, "/api/statements/accounts/", {
    name: "Till",
    kind: "mpesa_till",
  });
  const file = paybillStatement({
    opening: 0n,
    movements: [
      paidIn("UB33AAAAAA", "2026-03-15 08:00:00", 120),
      paidIn("UB33BBBBBB", "2026-03-15 09:00:00", 130),
    ],
    from: "2026-03-15",
    to: "2026-03-15",
  }).replace("250.00", "260.00");
  const uploaded = await uploadStatement(group, {
    token: treasurer.token,
    file,
    fields: { account_id: String(account.id) },
  });
  if (uploaded.status !== 201) throw new Error(JSON.stringify(uploaded.body));
  for (const by of [treasurer, secGen])
    await post(by, `/api/statements/${uploaded.body.statement.id}/accept/`, {
      reason: "A misprint",
    });
}

/** The gateway answers of one text that its number is wrong, and reports of another that its holder wants no more. */
async function stopNumber(group: TestGroup): Promise<void> {
  const now = group.clock.now();
  const channels = { email: false, sms: true, push: false };
  while ((await dispatchNotices(group.db, { channels, now })) > 0);
  const claiming = { channel: "sms", claimer: "a server", most: 50, now } as const;
  const [wrong, other] = await claimMessages(group.db, claiming);
  if (wrong === undefined || other === undefined) throw new Error("no text waits");
  const settling = { claimer: claiming.claimer, now };
  await inTransaction(group.db, async (tx) => {
    await settleText(
      tx,
      { ...settling, message: wrong },
      { is: "wrong-number", failure: "InvalidPhoneNumber", costUnits: 0n },
    );
    const gatewayId = "ATXid_opted_out";
    await settleText(
      tx,
      { ...settling, message: other },
      { is: "accepted", gatewayId, costUnits: 8_000n },
    );
    await takeReport(tx, { gatewayId, status: "Failed", failureReason: "UserInBlacklist" }, now);
  });
}
