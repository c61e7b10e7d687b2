// Cash that is collected at a meeting, on one sheet that both offices approve as a whole (CASH-5, CASH-6).
import * as z from "zod/mini";
import { saysSomething } from "#domain/members/names.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import * as at from "./addresses/collections.ts";
import { approval, approvalStatus } from "./approvals.ts";
import { readDate } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  faulty,
  id,
  ID_MAX,
  kes,
  maybe,
  moment,
  oneOf,
  plainDate,
  reason,
  readWholeNumber,
  text,
  unreadable,
} from "./fields.ts";
import { listOf, meetingName } from "./meeting-fields.ts";
import { amountOrZero, readMoney } from "./money-fields.ts";
import { person } from "./people.ts";

const loanFigure = z.object({ loan_id: id, loan_name: z.string(), amount: kes });
const fundFigure = z.object({ fund_id: id, name: z.string(), amount: kes });

const collection = z.object({
  id,
  meeting: meetingName,
  rows: z.array(
    z.object({
      member: person,
      contribution: kes,
      /** Null without a contribution. */
      contribution_month: z.nullable(plainDate),
      fines: kes,
      loans: z.array(loanFigure),
      funds: z.array(fundFigure),
      total: kes,
    }),
  ),
  totals: z.object({ contributions: kes, loans: kes, fines: kes, funds: kes }),
  total: kes,
  counted: kes,
  /** Counted less total. */
  difference: kes,
  difference_reason: z.nullable(z.string()),
  entered_by: person,
  at: moment,
  status: z.enum(["pending", "pending_approval", "approved", "rejected"]),
  approval,
  approval_status: approvalStatus,
});

export type CollectionView = z.output<typeof collection>;

export const getSheet = defineEndpoint(at.getSheet, {
  access: "cash.move",
  summary: "What each member who can pay owes today, by name, to fill a collection sheet",
  reply: z.object({
    rows: z.array(
      z.object({
        member: person,
        /** For which month it is unless the sheet says otherwise, and what is owed of all months. */
        contribution: z.object({ month: plainDate, amount: kes }),
        fines: kes,
        loans: z.array(z.object({ loan_id: id, loan_name: z.string(), balance: kes, due: kes })),
        funds: z.array(z.object({ fund_id: id, name: z.string(), owed: kes })),
      }),
    ),
  }),
});

const whole = { type: "integer", minimum: 1, maximum: ID_MAX };
const money = { type: ["number", "string", "null"], minimum: 0, maximum: 1_000_000_000 };
const partsMost = 20;

/** What one member paid, in cents; 0 for nothing. */
type SheetRow = {
  member_id: number;
  contribution: Cents;
  contribution_month: PlainDate | null;
  fines: Cents;
  loans: { loan_id: number; amount: Cents }[];
  funds: { fund_id: number; amount: Cents }[];
};

const rowShape = {
  required: ["member_id"],
  properties: {
    member_id: whole,
    contribution: money,
    contribution_month: { type: ["string", "null"], format: "date" },
    fines: money,
    loans: {
      type: ["array", "null"],
      maxItems: partsMost,
      items: { type: "object", properties: { loan_id: whole, amount: money } },
    },
    funds: {
      type: ["array", "null"],
      maxItems: partsMost,
      items: { type: "object", properties: { fund_id: whole, amount: money } },
    },
  },
};

const rows = listOf("Rows", { ...rowShape, least: 1, most: 500 }, (sent): SheetRow => {
  const month = sent["contribution_month"];
  return {
    member_id: readId(sent["member_id"], "Member"),
    contribution: readFigure(sent["contribution"]),
    contribution_month: isBlank(month) ? null : readDate(month, "Contribution month"),
    fines: readFigure(sent["fines"]),
    loans: readParts(sent["loans"], (part) => ({ loan_id: readId(part["loan_id"], "Loan") })),
    funds: readParts(sent["funds"], (part) => ({ fund_id: readId(part["fund_id"], "Fund") })),
  };
});

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === "";

function readId(value: unknown, label: "Fund" | "Loan" | "Member"): number {
  if (isBlank(value)) unreadable("required", { label });
  return readWholeNumber(value, label, { min: 1, max: ID_MAX });
}

/** Nothing beside a name is 0. */
function readFigure(value: unknown): Cents {
  if (isBlank(value)) return 0n;
  const cents = readMoney(value, "Amount");
  if (cents < 0n) unreadable("not-below-zero", { label: "Amount" });
  return cents;
}

/** At most 20; those of 0 are left out. */
function readParts<Part extends object>(
  value: unknown,
  read: (part: Readonly<Record<string, unknown>>) => Part,
): (Part & { amount: Cents })[] {
  if (isBlank(value)) return [];
  if (!Array.isArray(value)) unreadable("list", { label: "Rows" });
  if (value.length > partsMost) unreadable("times", { label: "Rows", most: partsMost });
  return value
    .map((part: unknown) => {
      if (typeof part !== "object" || part === null) unreadable("list", { label: "Rows" });
      const sent = part as Readonly<Record<string, unknown>>;
      return { ...read(sent), amount: readFigure(sent["amount"]) };
    })
    .filter(({ amount }) => amount > 0n);
}

export const collect = defineEndpoint(at.collect, {
  access: "cash.move",
  summary:
    "Send the collection sheet of a meeting with the cash counted; both offices decide on it",
  status: 201,
  // 500 rows, each with several loans and funds.
  bodyBytesMax: 512 * 1024,
  body: z.object({
    rows,
    counted: amountOrZero("Counted"),
    /** Needed if the count differs from the sheet. */
    difference_reason: maybe(reason("Reason for the difference")),
  }),
  reply: z.object({ detail: z.string(), collection }),
});

export const getCollections = defineEndpoint(at.getCollections, {
  access: "reports.read",
  summary:
    "The collections of a meeting, newest first; a member without an office gets their own rows",
  reply: z.object({ collections: z.array(collection) }),
});

export const getCollectionApprovals = defineEndpoint(at.getCollectionApprovals, {
  access: "session",
  summary: "Collections still open to the caller's office",
  reply: z.object({ pending_approvals: z.array(collection) }),
});

export const decideCollection = defineEndpoint(at.decideCollection, {
  access: "cash.move",
  summary: "Approve or reject a collection with all its payments for one's office",
  body: z
    .object({
      action: oneOf("Action", ["approved", "rejected"]),
      reject_reason: maybe(text("Rejection reason", 500)),
      /** The count that the official made; needed to approve. */
      counted_seen: maybe(amountOrZero("Counted")),
    })
    .check(
      z.refine(
        (params) => params.action !== "rejected" || saysSomething(params.reject_reason ?? ""),
        {
          ...faulty("reason-for-rejecting"),
          path: ["reject_reason"],
        },
      ),
    ),
  reply: z.object({ detail: z.string(), collection }),
});
