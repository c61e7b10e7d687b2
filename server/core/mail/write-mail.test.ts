// Every mail that the application writes, in both languages. A mail in a file named `…-mails.ts` fails the test until it
// has an example here.
import { message } from "#messages/message.ts";
import { describe, expect, test } from "vitest";
import { manageActions } from "#contract/members.ts";
import type { Language } from "#domain/language.ts";
import * as auth from "#server/features/auth/auth-mails.ts";
import { recoveryMail } from "#server/features/bad-debts/bad-debt-mails.ts";
import * as members from "#server/features/members/member-mails.ts";
import { leavingMail } from "#server/features/settlements/settlement-mails.ts";
import { twoStepMail } from "#server/features/two-step/two-step-mails.ts";
import { backupFailedLetters } from "#server/jobs/backup-mails.ts";
import { treeHeadLetters } from "#server/jobs/tree-head-mails.ts";
import { writeOut } from "#server/platform/mailer.ts";
import { brokenBooksLetters } from "#server/verify/verify-mails.ts";
import { newDeviceMail } from "#server/core/identity/device-mails.ts";
import { fineMail } from "./fine-mails.ts";
import type { Mail } from "./mail.ts";
import { changeMail, noticeMail } from "./notice-mails.ts";
import * as offices from "./office-mails.ts";
import { loanRejectedMail, paymentRejectedMail } from "#server/core/approvals/rejection-mails.ts";
import type { Addressee } from "./write-mail.ts";

const groupName = "Mbuyu Group";
const link = "http://localhost:3000/user/activate/QmFvYmFi/";
const publicUrl = "http://localhost:3000";
const now = new Date("2026-05-09T14:05:00+03:00");
const amountCents = 123_450n;
const figures = { contributionsCents: 1_200_000n, givenCents: 63_000n, loansCents: 450_025n };
const head = { size: 412, fingerprint: "a1b2c3d4".repeat(8) };
const failures = [{ name: "entries_balance" }, { name: "payments_posted" }];
const offenders = [{ id: 17, found: "debit 100, credit 90" }];
const rejection = { office: "Sec-Gen", reason: "Benki haijaipokea." } as const;
const change = { by: "amina", groupName, now };

/** Under the name of each function that writes a mail: what it writes, by what can be different in it. */
const examples: Record<string, (to: Addressee) => Record<string, Mail>> = {
  activationMail: (to) => ({ "": auth.activationMail({ to, groupName, link }) }),
  alreadyActivatedMail: (to) => ({ "": auth.alreadyActivatedMail({ to, groupName, link }) }),
  resetMail: (to) => ({ "": auth.resetMail({ to, groupName, link }) }),
  inactiveAccountMail: (to) => ({ "": auth.inactiveAccountMail({ to, groupName }) }),
  passwordChangedMail: (to) => ({ "": auth.passwordChangedMail({ to, groupName, now }) }),
  statusMail: (to) => ({
    ...Object.fromEntries(
      manageActions.map((action) => [
        action,
        members.statusMail({ ...to, email_verified_at: now }, groupName, {
          action,
          reason: action === "reject" ? "Nobody knows this person." : undefined,
          lostOffice: null,
        }),
      ]),
    ),
    "to an unproven address": members.statusMail({ ...to, email_verified_at: null }, groupName, {
      action: "reject",
      reason: "Nobody knows this person.",
      lostOffice: null,
    }),
    "with the office": members.statusMail({ ...to, email_verified_at: now }, groupName, {
      action: "deactivate",
      reason: undefined,
      lostOffice: "Treasurer",
    }),
  }),
  officeMail: (to) => ({
    params: offices.officeMail(to, groupName, { office: "Sec-Gen", params: true }),
    taken: offices.officeMail(to, groupName, { office: "Chairperson", params: false }),
  }),
  officeProposedLetters: (to) => ({
    "": noticeMail(
      to,
      groupName,
      offices.officeProposedLetters(
        { name: "Amina Njeri", office: "Treasurer" },
        { by: "Zawadi Mwangi", effectiveAt: now },
      ),
    ),
  }),
  officeChangedLetters: (to) => {
    const about = { name: "Amina Njeri", office: "Sec-Gen" } as const;
    const proposed = { params: true, proposedBy: "Zawadi Mwangi", proposedAt: now } as const;
    const mail = (how: Parameters<typeof offices.officeChangedLetters>[1]) =>
      noticeMail(to, groupName, offices.officeChangedLetters(about, how));
    return {
      "in time": mail({ ...proposed, agreedBy: null }),
      agreed: mail({ ...proposed, agreedBy: "Otieno Ouma" }),
      taken: mail({ params: false, by: "Zawadi Mwangi" }),
    };
  },
  proposalEndedLetters: (to) => {
    const about = { name: "Amina Njeri", office: "Chairperson" } as const;
    const mail = (end: offices.ProposalEnd) =>
      noticeMail(to, groupName, offices.proposalEndedLetters(about, end));
    return {
      objected: mail({ outcome: "objected", by: "Otieno Ouma", reason: "Hakuna anayemjua." }),
      withdrawn: mail({ outcome: "withdrawn", by: "Zawadi Mwangi" }),
      lapsed: mail({ outcome: "lapsed" }),
    };
  },
  confirmEmailMail: (to) => ({ "": members.confirmEmailMail(to, groupName, link) }),
  emailChangeRequestedMail: (to) => ({
    "": members.emailChangeRequestedMail(to, groupName, "new@example.com"),
  }),
  emailChangedMail: (to) => ({
    "": members.emailChangedMail(to, groupName, { newEmail: "new@example.com", link }),
  }),
  emailPutBackMail: (to) => ({ "": members.emailPutBackMail(to, groupName, link) }),
  emailTakenBackMail: (to) => ({ "": members.emailTakenBackMail(to, groupName) }),
  phoneAskedMail: (to) => ({ "": members.phoneAskedMail(to, groupName, "…678") }),
  phoneConfirmedMail: (to) => ({ "": members.phoneConfirmedMail(to, groupName, "…678") }),
  phoneAskedNotice: (to) => ({
    "": noticeMail(to, groupName, members.phoneAskedNotice("Achieng Otieno")),
  }),
  twoStepMail: (to) =>
    Object.fromEntries(
      (["turn-on", "turn-off", "new-codes", "reset"] as const).map((each) => [
        each,
        twoStepMail(to, groupName, { change: each, now }),
      ]),
    ),
  newDeviceMail: (to) => ({
    known: newDeviceMail(to, groupName, {
      now,
      device: "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile",
      publicUrl,
    }),
    unknown: newDeviceMail(to, groupName, { now, device: "", publicUrl }),
  }),
  fineMail: (to) => ({
    "of an official": fineMail(to, {
      amountCents,
      why: "Phone rang in the meeting",
      groupName,
    }),
    late: fineMail(to, {
      amountCents: 10_000n,
      why: message("descriptions.lateFine", { months: 4, since: "2026-01-05" }),
      groupName,
    }),
  }),
  paymentRejectedMail: (to) =>
    Object.fromEntries(
      (["contribution", "loan_payment", "fine_payment"] as const).map((kind) => [
        kind,
        paymentRejectedMail(to, groupName, { ...rejection, kind, amountCents, reference: "QKX7" }),
      ]),
    ),
  loanRejectedMail: (to) =>
    Object.fromEntries(
      (["normal_loan", "emergency_loan"] as const).map((loanType) => [
        loanType,
        loanRejectedMail(to, groupName, { ...rejection, loanType, amountCents }),
      ]),
    ),
  leavingMail: (to) => ({
    paid: leavingMail(to, groupName, { ...figures, finesCents: 0n, dueCents: 812_975n }),
    owing: leavingMail(to, groupName, { ...figures, finesCents: 20_000n, dueCents: -5_050n }),
  }),
  recoveryMail: (to) => ({
    "some of it": recoveryMail(to, groupName, { amountCents, leftCents: 5_050n }),
    "all of it": recoveryMail(to, groupName, { amountCents, leftCents: 0n }),
  }),
  changeMail: (to) => ({
    office: changeMail(to, {
      ...change,
      said: message("done.members.officeGiven", { member: "Amina Njeri", office: "Treasurer" }),
    }),
    "by the command": changeMail(to, {
      ...change,
      said: message("done.members.officeGiven", {
        member: "Amina Njeri",
        office: "Chairperson",
      }),
      by: null,
    }),
    leaving: changeMail(to, {
      ...change,
      said: message("done.members.leftPaid", { member: "Amina Njeri", amount: 812_975n }),
    }),
  }),
  noticeMail: (to) => ({
    "": noticeMail(to, groupName, { en: ["news", "All is well."], sw: ["habari", "Ni shwari."] }),
  }),
  backupFailedLetters: (to) => ({
    "": noticeMail(to, groupName, backupFailedLetters("ENOSPC: no space left on device")),
  }),
  brokenBooksLetters: (to) => ({
    "": noticeMail(
      to,
      groupName,
      brokenBooksLetters({
        breaches: [{ name: "entries_balance", holds: "Each entry balances.", offenders }],
        checked: 120,
      }),
    ),
  }),
  treeHeadLetters: (to) => {
    type Told = Parameters<typeof treeHeadLetters>[1];
    const mail = (check: Told["check"], size = head.size, backup: Told["backup"] = null) =>
      noticeMail(
        to,
        groupName,
        treeHeadLetters({ ...head, size }, { now, publicUrl, check, backup }),
      );
    const backup = { finishedAt: now, digest: "5e".repeat(32), signer: "1a2b 3c4d 5e6f" };
    return {
      unchecked: mail(null, 1),
      sound: mail({ finished_at: now, checked: 120, failures: [] }),
      broken: mail({ finished_at: now, checked: 120, failures }),
      backedUp: mail({ finished_at: now, checked: 120, failures: [] }, head.size, backup),
    };
  },
};

const mailsIn = (language: Language) => {
  const to = { email: "wanjiku@example.com", first_name: "Wanjiku", language };
  return Object.entries(examples).flatMap(([name, write]) =>
    Object.entries(write(to)).map(([what, mail]) => ({ name: `${name} ${what}`.trim(), mail })),
  );
};
const english = mailsIn("en");
const swahili = mailsIn("sw");
const pairs = english.map(({ name, mail }, index) => [name, mail, swahili[index]!.mail] as const);

test("every mail has an example", () => {
  const files = import.meta.glob<Record<string, unknown>>(
    ["../../**/*-mails.ts", "!./read-mails.ts"],
    { eager: true },
  );
  const written = Object.values(files).flatMap((file) => Object.keys(file));
  expect(Object.keys(files).length).toBeGreaterThan(9);
  expect(Object.keys(examples).toSorted()).toEqual(written.toSorted());
});

test("the words are those that were agreed on", async () => {
  const all = (mails: typeof english) => mails.map(({ mail }) => writeOut(mail)).join("\n");
  await expect(all(english)).toMatchFileSnapshot("./mails-en.txt");
  await expect(all(swahili)).toMatchFileSnapshot("./mails-sw.txt");
});

describe.each(pairs)("%s", (_name, en, sw) => {
  test("says the same in Swahili, of the same facts", () => {
    expect(paragraphsOf(sw).length).toBe(paragraphsOf(en).length);
    expect(factsOf(sw)).toEqual(factsOf(en));
  });

  test("leaves nothing in English, and no place unfilled", () => {
    const same = paragraphsOf(sw).filter((each) => paragraphsOf(en).includes(each));
    expect(same.filter(isSaid)).toEqual([]);
    expect(sw.subject).not.toBe(en.subject);
    for (const text of [sw.subject, sw.body])
      expect(text).not.toMatch(/Chairperson|Treasurer|Sec-Gen|\bMay\b|\bthe\b(?! meeting)/);
    for (const text of [en.subject, en.body, sw.subject, sw.body])
      expect(text).not.toMatch(/[{}$]|undefined|null|NaN|\[object/);
  });
});

const isSaid = (paragraph: string) => !/^https?:\S+$|^Mbuyu Group$/.test(paragraph);

const paragraphsOf = ({ body }: Mail) => body.split("\n\n");

/** Amounts, addresses and all other numbers, wherever they stand. */
const factsOf = ({ subject, body }: Mail) =>
  [...`${subject}\n${body}`.matchAll(/KES [\d,.]*\d|https?:\S*\w|\w+@[\w.]*\w|\d+/g)]
    .map(([fact]) => fact)
    .toSorted();
