// Every mail of the application, in both languages.
import { describe, expect, test } from "vitest";
import { manageActions } from "#contract/members.ts";
import type { Language } from "#domain/language.ts";
import { mails } from "#messages/en/mails.ts";
import { message, type Fact, type Message } from "#messages/message.ts";
import {
  brokenBooksLetter,
  leavingLetter,
  openingLetters,
  payToLetter,
  proposalEndedLetter,
  recoveryLetter,
  statusLetter,
  treeHeadLetter,
} from "./composed-letters.ts";
import { letter, stranger, writeMail, type Letter, type Mail } from "./letters.ts";

const link = "http://localhost:3000/user/activate/QmFvYmFi/";
const publicUrl = "http://localhost:3000";
const now = new Date("2026-05-09T14:05:00+03:00");
const moment = { at: now };
const amount = 123_450n;
const figures = { contributionsCents: 1_200_000n, givenCents: 63_000n, loansCents: 450_025n };
const head = { size: 412, fingerprint: "a1b2c3d4".repeat(8) };
const failures = [{ name: "entries_balance" }, { name: "payments_posted" }];
const offenders = [{ id: 17, found: "debit 100, credit 90" }];
const rejection = { office: "Sec-Gen", reason: "Benki haijaipokea." } as const;
const about = { member: "Amina Njeri", office: "Chairperson" } as const;
const counting = { member: "Amina Njeri", office: "Sec-Gen", by: "Zawadi Mwangi" } as const;
const claim = {
  member: "Amina Njeri",
  reg: "R/004",
  phone: "+254712345678",
  email: "amina@example.com",
} as const;
const payment = { amount, reference: "QKX7" };
const cutOver = { day: "2026-06-30" } as const;
const book = { by: "Zawadi Mwangi", date: cutOver, members: 38, savings: 82_000_000n };
const takenBack = { by: "Zawadi Mwangi", date: cutOver, reason: "Jedwali si sahihi." };
const changedBy = (done: Message, by: Fact = "amina") =>
  letter("changed", { heading: { heading: done }, change: done, by, moment });
const treeHead = (
  check: Parameters<typeof treeHeadLetter>[1]["check"],
  size = head.size,
  backup: Parameters<typeof treeHeadLetter>[1]["backup"] = null,
) => treeHeadLetter({ ...head, size }, { now, publicUrl, check, backup });
const sound = { finished_at: now, checked: 120, failures: [] };

const paybill = {
  kind: "paybill",
  name: "Mbuyu Group",
  number: "400200",
  account: "your Reg No",
} as const;
const otherWays = (["till", "bank", "phone"] as const).map((kind) => ({
  kind,
  name: "Mbuyu Group",
  number: "0712345678",
  account: "",
}));
const monthPage = message("notices.month_page", {
  month: { month: "2026-03-01" },
  saved: amount,
  owed: 0n,
  total: 82_000_000n,
  reconciled: "yes",
  fingerprint: head.fingerprint,
});
const payToChange = { by: "Amina Njeri", now };

/** An example of each mail, and of every variant. */
const examples: readonly (readonly [name: string, letter: Letter, toStranger?: true])[] = [
  ["activation", letter("activation", { link }, ["welcome", "link", "expiry", "mistaken"]), true],
  [
    "activation of an invited person",
    letter("activation", { link }, ["welcome", "link", "once", "mistaken"]),
    true,
  ],
  [
    "invitation",
    letter("invitation", { by: "Amina Hassan", link, moment }, ["invited", "link", "expiry"]),
    true,
  ],
  [
    "invitation to an office",
    letter("invitation", { by: "Amina Hassan", link, moment, office: "Treasurer" }, [
      "invitedToOffice",
      "link",
      "expiry",
    ]),
    true,
  ],
  ["joined", letter("joined", { by: "Amina Hassan" })],
  ["claimProof", letter("claimProof", { ...claim, link }), true],
  ["bookClaimed", letter("bookClaimed", claim), true],
  ["claimInvited", letter("claimInvited", { member: claim.member, reg: claim.reg }), true],
  ...(["sms", "mail", "officials"] as const).map(
    (proof) => [`claimWaits, ${proof}`, letter("claimWaits", { ...claim, proof })] as const,
  ),
  ["trial", letter("trial")],
  ["already activated", letter("alreadyActivated", { link })],
  ["password reset", letter("passwordReset", { link })],
  ["inactive account", letter("inactiveAccount")],
  ["password changed", letter("passwordChanged", { moment })],
  ...manageActions.map((action) => {
    const reason = action === "reject" ? "Nobody knows this person." : undefined;
    return [action, statusLetter({ action, reason, lostOffice: null, lostAt: null })] as const;
  }),
  [
    "reject, to an unproven address",
    statusLetter({
      action: "reject",
      reason: "Nobody knows this person.",
      lostOffice: null,
      lostAt: null,
    }),
    true,
  ],
  [
    "deactivate, with the office",
    statusLetter({
      action: "deactivate",
      reason: undefined,
      lostOffice: "Treasurer",
      lostAt: null,
    }),
  ],
  [
    "deactivate, with the rights of the office",
    statusLetter({
      action: "deactivate",
      reason: undefined,
      lostOffice: "Treasurer",
      lostAt: new Date("2026-11-21T09:00:00Z"),
    }),
  ],
  ["office given", letter("officeGiven", { office: "Sec-Gen" })],
  ["office taken", letter("officeTaken", { office: "Chairperson" })],
  ["office proposed", letter("officeProposed", { ...counting, office: "Treasurer", moment })],
  ["office needs agreement", letter("officeNeedsAgreement", counting)],
  [
    "office to lose",
    letter("officeRemovalProposed", { ...counting, moment }, ["proposed", "keeps", "mistaken"]),
  ],
  [
    "office to lose, without its rights",
    letter("officeRemovalProposed", { ...counting, moment }, ["proposed", "suspended", "mistaken"]),
  ],
  [
    "office objection",
    letter("officeObjection", { ...counting, reason: "She works well", count: 2 }, [
      "take",
      "count",
    ]),
  ],
  [
    "office objection to giving",
    letter("officeObjection", { ...counting, reason: "Unknown here", count: 1 }, ["give", "count"]),
  ],
  [
    "office objection of one's own",
    letter("officeObjection", { ...counting, reason: "I work well" }, ["own", "stopped"]),
  ],
  ["office removed", letter("officeRemoved", { ...counting, moment }, ["lost", "due", "mistaken"])],
  [
    "office removed by agreement",
    letter("officeRemoved", { ...counting, agreedBy: message("mails.unnamed.members"), moment }, [
      "lost",
      "agreed",
      "mistaken",
    ]),
  ],
  ["office counts", letter("officeCounts", { ...counting, moment })],
  ["office agreed", letter("officeAgreed", { ...counting, agreedBy: "Otieno Ouma", moment })],
  ["office lost", letter("officeLost", counting)],
  [
    "office objected",
    proposalEndedLetter("give", about, {
      outcome: "objected",
      by: "Otieno Ouma",
      reason: "Hakuna anayemjua.",
    }),
  ],
  [
    "office withdrawn",
    proposalEndedLetter("give", about, { outcome: "withdrawn", by: "Zawadi Mwangi" }),
  ],
  ["office lapsed", proposalEndedLetter("give", about, { outcome: "lapsed" })],
  [
    "office stays",
    proposalEndedLetter("take", about, {
      outcome: "objected",
      by: "Zawadi Mwangi",
      reason: "She works well",
    }),
  ],
  [
    "office stays, withdrawn",
    proposalEndedLetter("take", about, { outcome: "withdrawn", by: "Zawadi Mwangi" }),
  ],
  ["office stays, lapsed", proposalEndedLetter("take", about, { outcome: "lapsed" })],
  ["confirm email", letter("confirmEmail", { link }), true],
  ["email change requested", letter("emailChangeRequested", { email: "new@example.com" })],
  ["email changed", letter("emailChanged", { email: "new@example.com", link })],
  ["email put back", letter("emailPutBack", { link })],
  ["email taken back", letter("emailTakenBack")],
  ["phone change requested", letter("phoneChangeRequested", { phone: "…678" })],
  ["push added", letter("pushAdded", { moment, device: "Chrome, Android" })],
  ["phone changed", letter("phoneChanged", { phone: "…678" })],
  [
    "money proposed",
    letter("moneyProposed", { by: "Zawadi Mwangi", amount, what: "Viti vya mkutano" }),
  ],
  [
    "leaving proposed",
    letter("moneyProposed", {
      by: "Zawadi Mwangi",
      amount,
      what: message("descriptions.exitOf", { member: "Amina Njeri" }),
    }),
  ],
  [
    "money of a fund proposed",
    letter("fundProposed", { by: "Zawadi Mwangi", amount, what: "Milk for tea" }),
  ],
  [
    "cash proposed",
    letter("cashProposed", {
      by: "Zawadi Mwangi",
      amount,
      what: message("descriptions.cashCount", { counted: amount, books: amount }),
    }),
  ],
  ["fine proposed", letter("fineProposed", { by: "Zawadi Mwangi", amount, what: "Amekosa" })],
  [
    "undoing proposed",
    letter("unmatchProposed", { by: "Zawadi Mwangi", amount, what: "Ni ya mwingine" }),
  ],
  [
    "setting proposed",
    letter("settingProposed", {
      by: "Zawadi Mwangi",
      change: message("descriptions.officeDelay", { before: "24", after: "1" }),
      moment,
    }),
  ],
  [
    "setting objected",
    letter(
      "settingObjected",
      {
        by: "Zawadi Mwangi (REG/002)",
        change: message("descriptions.officeDelay", { before: "24", after: "1" }),
        reason: "Ni mapema mno",
      },
      ["objects", "waits"],
    ),
  ],
  ["phone waits", letter("phoneWaits", { member: "Achieng Otieno" })],
  ["two-step on", letter("twoStepOn", { moment })],
  ["two-step off", letter("twoStepOff", { moment })],
  ["two-step codes", letter("twoStepNewCodes", { moment })],
  ["two-step reset", letter("twoStepReset", { moment })],
  [
    "new device",
    letter("newDevice", {
      moment,
      device: "Chrome, Android",
      profile: `${publicUrl}/dashboard/profile`,
    }),
  ],
  [
    "unknown device",
    letter("newDevice", {
      moment,
      device: message("mails.unnamed.device"),
      profile: `${publicUrl}/dashboard/profile`,
    }),
  ],
  ...(["attached", "notAttached"] as const).map(
    (own) =>
      [
        `month's page, ${own}`,
        letter("monthPage", { month: { month: "2026-03-01" }, page: monthPage }, ["page", own]),
      ] as const,
  ),
  ["fined by an official", letter("fined", { amount, why: "Phone rang in the meeting" })],
  [
    "fined late",
    letter("fined", {
      amount: 10_000n,
      why: message("descriptions.lateFine", { months: 4, since: "2026-01-05" }),
    }),
  ],
  ...(["contribution", "loan_payment", "fine_payment"] as const).map(
    (kind) =>
      [`${kind} rejected`, letter("paymentRejected", { ...rejection, ...payment, kind })] as const,
  ),
  ...(["contribution", "loan_payment", "fine_payment"] as const).map(
    (kind) =>
      [
        `${kind} approved for a reason`,
        letter("paymentApprovedForReason", {
          ...rejection,
          ...payment,
          kind,
          finding: message("evidence.twins"),
        }),
      ] as const,
  ),
  ...(["contribution", "loan_payment", "fine_payment"] as const).map(
    (kind) =>
      [
        `${kind} entered`,
        letter("paymentEntered", { ...payment, kind, official: "Zawadi Mwangi" }),
      ] as const,
  ),
  ...(["contribution", "loan_payment", "fine_payment"] as const).map(
    (kind) =>
      [
        `${kind} entered by hand`,
        letter("paymentEnteredFor", { ...payment, kind, official: "Zawadi Mwangi" }),
      ] as const,
  ),
  ["book proposed", openingLetters.proposed(book)],
  [
    "book proposed, unbalanced",
    openingLetters["proposed-unbalanced"]({
      ...book,
      difference: amount,
      reason: "Pesa ambazo hakuna anayezijua.",
    }),
  ],
  ["book accepted", openingLetters.accepted(book)],
  ["book refused", openingLetters.refused(takenBack)],
  ["book to be taken back", openingLetters["take-back-asked"](takenBack)],
  ["book taken back", openingLetters["taken-back"](takenBack)],
  [
    "figures disputed",
    letter("figuresDisputed", { member: "Akinyi Okoth", words: "2,000 too little" }),
  ],
  [
    "figures resolved",
    letter("figuresResolved", { official: "Zawadi Mwangi", words: "2,000 added" }),
  ],
  ["loan entered", letter("loanEnteredFor", { amount, official: "Zawadi Mwangi" })],
  ...(["normal_loan", "emergency_loan"] as const).map(
    (type) => [`${type} rejected`, letter("loanRejected", { ...rejection, type, amount })] as const,
  ),
  ["left, paid", leavingLetter({ ...figures, finesCents: 0n, dueCents: 812_975n })],
  ["left, owing", leavingLetter({ ...figures, finesCents: 20_000n, dueCents: -5_050n })],
  ["some of a debt recovered", recoveryLetter({ amountCents: amount, leftCents: 5_050n })],
  ["all of a debt recovered", recoveryLetter({ amountCents: amount, leftCents: 0n })],
  [
    "changed, an office",
    changedBy(message("done.members.officeGiven", { member: "Amina Njeri", office: "Treasurer" })),
  ],
  [
    "changed by the command",
    changedBy(
      message("done.members.officeGiven", { member: "Amina Njeri", office: "Chairperson" }),
      message("mails.unnamed.operator"),
    ),
  ],
  [
    "changed, leaving",
    changedBy(message("done.members.leftPaid", { member: "Amina Njeri", amount: 812_975n })),
  ],
  ["ways to pay, the first", payToLetter({ ...payToChange, before: [], after: [paybill] })],
  ["ways to pay, others", payToLetter({ ...payToChange, before: [paybill], after: otherWays })],
  ["ways to pay, none left", payToLetter({ ...payToChange, before: otherWays, after: [] })],
  [
    "an M-PESA payment without its place",
    letter("mpesaUnplaced", {
      member: "Amina Njeri",
      amount,
      reference: "TKJ4A1B2C3",
      reason: message("descriptions.referenceHeld"),
    }),
  ],
  ["backup failed", letter("backupFailed", { failure: "ENOSPC: no space left on device" })],
  ["archive failed", letter("archiveFailed", { failure: "ENOSPC: no space left on device" })],
  [
    "books broken",
    brokenBooksLetter({
      breaches: [{ name: "entries_balance", holds: "Each entry balances.", offenders }],
      checked: 120,
    }),
  ],
  ["tree head, unchecked", treeHead(null, 1)],
  ["tree head, sound", treeHead(sound)],
  ["tree head, broken", treeHead({ ...sound, failures })],
  [
    "tree head, backed up",
    treeHead(sound, head.size, {
      finishedAt: now,
      digest: "5e".repeat(32),
      signer: "1a2b 3c4d 5e6f",
    }),
  ],
  ...(["contribution", "loan_payment", "fine_payment"] as const).map((kind) => {
    const reason = message("descriptions.referenceHeld");
    return [
      `${kind} rejected by rule`,
      letter("paymentRejectedByRule", { ...payment, kind, reason }),
    ] as const;
  }),
];

const mailsIn = (language: Language) => {
  const to = { email: "wanjiku@example.com", first_name: "Wanjiku", language };
  return examples.map(([name, written, toStranger]) => ({
    name,
    mail: writeMail(toStranger === true ? stranger(to) : to, "Mbuyu Group", written),
  }));
};
const english = mailsIn("en");
const swahili = mailsIn("sw");
const pairs = english.map(({ name, mail }, index) => [name, mail, swahili[index]!.mail] as const);

test("every mail of the catalogue has an example", () => {
  const shown = new Set(examples.map(([, [subject]]) => subject.key));
  const all = Object.entries(mails).flatMap(([key, texts]) =>
    "subject" in texts ? [`mails.${key}.subject`] : [],
  );
  expect([...shown].toSorted()).toEqual(all.toSorted());
});

describe.each(pairs)("%s", (_name, en, sw) => {
  test("says the same in Swahili, with the same facts", () => {
    expect(paragraphsOf(sw).length).toBe(paragraphsOf(en).length);
    expect(factsOf(sw)).toEqual(factsOf(en));
  });

  test("leaves nothing in English, and no place unfilled", () => {
    const same = paragraphsOf(sw).filter((each) => paragraphsOf(en).includes(each));
    expect(same.filter(isText)).toEqual([]);
    expect(sw.subject).not.toBe(en.subject);
    for (const text of [sw.subject, sw.body])
      expect(text).not.toMatch(/Chairperson|Treasurer|Sec-Gen|\bMay\b|\bthe\b(?! meeting)/);
    for (const text of [en.subject, en.body, sw.subject, sw.body])
      expect(text).not.toMatch(/[{}$]|undefined|null|NaN|\[object/);
  });
});

const isText = (paragraph: string) => !/^https?:\S+$|^Mbuyu Group$/.test(paragraph);

const paragraphsOf = ({ body }: Mail) => body.split("\n\n");

/** Amounts, addresses and all other numbers in a text. */
const factsOf = ({ subject, body }: Mail) =>
  [...`${subject}\n${body}`.matchAll(/KES [\d,.]*\d|https?:\S*\w|\w+@[\w.]*\w|\d+/g)]
    .map(([fact]) => fact)
    .toSorted();
