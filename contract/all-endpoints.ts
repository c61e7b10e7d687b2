// Lists every endpoint of the contract and every named shape, for the API document and for tests of all endpoints.
import type { $ZodType } from "zod/v4/core";
import * as answers from "./batch.ts";
import * as auditors from "./auditors.ts";
import * as approvals from "./approvals.ts";
import * as audit from "./audit.ts";
import * as auth from "./auth.ts";
import * as settlements from "./settlements.ts";
import * as cash from "./cash.ts";
import * as collections from "./collections.ts";
import * as contributions from "./contributions.ts";
import * as distributions from "./distributions.ts";
import * as funds from "./funds.ts";
import * as documents from "./documents.ts";
import * as dues from "./dues.ts";
import type { Endpoint } from "./endpoint.ts";
import * as fines from "./fines.ts";
import * as group from "./group.ts";
import * as health from "./health.ts";
import * as reports from "./reports.ts";
import * as invitations from "./invitations.ts";
import * as ledger from "./ledger.ts";
import * as lending from "./lending.ts";
import * as loanChanges from "./loan-changes.ts";
import * as loanPortfolio from "./loan-portfolio.ts";
import * as loans from "./loans.ts";
import * as meetings from "./meetings.ts";
import * as members from "./members.ts";
import * as mpesa from "./mpesa.ts";
import * as mpesaPayouts from "./mpesa-payouts.ts";
import * as notices from "./notices.ts";
import * as opening from "./opening.ts";
import * as paySum from "./pay-sum.ts";
import * as people from "./people.ts";
import { proofFile } from "./proof-file.ts";
import * as proofs from "./proofs.ts";
import * as proposals from "./proposals.ts";
import * as reconciliation from "./reconciliation.ts";
import * as register from "./register.ts";
import * as rotations from "./rotations.ts";
import * as setup from "./setup.ts";
import * as statementLines from "./statement-lines.ts";
import * as statements from "./statements.ts";
import * as transactions from "./transactions.ts";
import * as twoStep from "./two-step.ts";
import * as waiting from "./waiting.ts";
import * as withdrawals from "./withdrawals.ts";
import * as words from "./words.ts";

export type NamedEndpoint = {
  /** As the contract exports it: `payContribution`. */
  name: string;
  /** The area it belongs to, as a heading of the API document. */
  area: string;
  endpoint: Endpoint;
};

/** An export added to contract/opening.ts belongs to "Opening books", unless it is named here. */
const { getMyFigures, answerMyFigures, getFigureAnswers, answerForMember, ...aboutBooks } = opening;

// These areas share a file with another area.
const { getBadDebts, recoverBadDebt, ...leaving } = settlements;
const { getSavingsHistory, getBooksHistory, ...accountingReports } = reports;

const areas = {
  Setup: setup,
  "Signing up and in": auth,
  "Two-step sign-in": twoStep,
  Members: members,
  Notices: { ...notices, ...words },
  Invitations: invitations,
  "Figures of the book": { getMyFigures, answerMyFigures, getFigureAnswers, answerForMember },
  Contributions: contributions,
  "Share-outs": distributions,
  "Merry-go-rounds": rotations,
  Meetings: meetings,
  Register: register,
  Collections: collections,
  Cash: cash,
  Funds: funds,
  Loans: { ...loans, ...lending, ...loanChanges, ...loanPortfolio },
  Fines: fines,
  Approvals: approvals,
  "One sum": paySum,
  "M-PESA": { ...mpesa, ...mpesaPayouts },
  "Taking back": withdrawals,
  Dues: dues,
  Waiting: waiting,
  Transactions: transactions,
  Ledger: ledger,
  "A second person": proposals,
  "Opening books": aboutBooks,
  Statements: { ...statements, ...statementLines },
  Reports: accountingReports,
  Reconciliation: reconciliation,
  "PDF files": documents,
  "Month by month": { getSavingsHistory, getBooksHistory },
  "Leaving the group": leaving,
  "Bad debts": { getBadDebts, recoverBadDebt },
  "Group and settings": group,
  Auditors: auditors,
  "Audit log": audit,
  Proofs: proofs,
  "Several at once": answers,
  Health: health,
} satisfies Record<string, Record<string, unknown>>;

/** One sentence about each area, for readers of the API document. */
export const areaDescriptions: Readonly<Record<keyof typeof areas, string>> = {
  "Share-outs": "What was earned goes to the members, by one act of two offices.",
  "Merry-go-rounds": "Everybody pays the same for each turn, and one member gets it.",
  Meetings: "Who was there, what was decided, and the minutes of it.",
  Register: "Who was a member and who held which office on a day.",
  Collections: "Cash that is collected at a meeting, and what each member owes to fill its sheet.",
  Cash: "The money at hand, and counting it.",
  Funds: "Money that members set apart, what it asks of them and what it pays.",
  Setup: "The setup of a new group, and its first Chairperson.",
  "Signing up and in": "Accounts, activation, sessions and passwords.",
  "Two-step sign-in": "Codes of an authenticator, and recovery codes.",
  Members: "Who the members are, their status and office, one's own profile.",
  Notices: "Notices to members, their channels, and the Chairperson's word to members.",
  Invitations: "Links by which people are invited to join the group.",
  "Figures of the book":
    "The answers of members and offices to the figures that the group brought over.",
  Contributions: "Monthly contributions, and their approval by both offices.",
  Loans: "Applications, repayments, and their approval by both offices.",
  Fines: "A member's fines, their payment and its approval.",
  Approvals: "Approving many payments at once.",
  "One sum": "One payment for several months, fines and loans.",
  "M-PESA": "Paying by M-PESA from one's own phone, and money that leaves by it.",
  "Taking back": "Withdrawing what no official has decided on.",
  Dues: "What a member owes, for which months and until when.",
  Waiting: "What waits for the caller to decide, answer or agree to.",
  Transactions: "Every movement on a member's account.",
  Ledger: "Journal entries by hand, reversals, the journal, year end and export.",
  "A second person":
    "Proposals that wait for a second official: money out of the bank, and settings that guard it.",
  "Opening books":
    "The books of an existing group: the sheet, its rehearsal, the offices' decisions, and the members' answers.",
  Statements: "Statements of banks and M-PESA, and what each of their lines is in the books.",
  Reports: "Trial balance, balance sheet, profit and loss.",
  Reconciliation: "Whether books and bank agree, and what both offices accepted.",
  "PDF files": "Reports and statements as PDF files.",
  "Month by month": "The group's and a member's figures of past months.",
  "Leaving the group": "Exits that settle loans, and clearings.",
  "Bad debts": "What members who have left still owe, and what they pay back.",
  "Group and settings": "The group's name and its settings.",
  Auditors: "Seats for auditors, who read the books and are no members.",
  "Audit log": "Who did what, when and from where.",
  Proofs: "Proofs that an entry is in the log.",
  "Several at once": "Several reads in one request.",
  Health: "Whether the application can work.",
};

/** Sorted by area in the order above, then by path; reads come before changes. */
export const allEndpoints: readonly NamedEndpoint[] = Object.entries(areas).flatMap(
  ([area, module]) =>
    Object.entries(module)
      .flatMap(([name, endpoint]) => (isEndpoint(endpoint) ? [{ name, area, endpoint }] : []))
      .toSorted((one, other) => (orderOf(one.endpoint) < orderOf(other.endpoint) ? -1 : 1)),
);

function orderOf({ path, method }: Endpoint): string {
  return `${path} ${method === "GET" ? 0 : 1}`;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "access" in value;
}

/** The shapes that several endpoints use, by their exported names: `contribution`, `person`. */
export const namedShapes: readonly { name: string; schema: $ZodType }[] = [
  people,
  { proofFile },
  ...Object.values(areas),
].flatMap((module) =>
  Object.entries(module).flatMap(([name, schema]) => (isSchema(schema) ? [{ name, schema }] : [])),
);

function isSchema(value: unknown): value is $ZodType {
  return typeof value === "object" && value !== null && "_zod" in value;
}
