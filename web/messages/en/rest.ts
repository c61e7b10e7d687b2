// The words of every page but home and those of an office: one chunk, fetched with the first of them.
import { accounts } from "#messages/en/accounts.ts";
import { fields } from "#messages/en/fields.ts";
import { labels } from "#messages/en/labels.ts";
import { approvals } from "./approvals.ts";
import { auditors } from "./auditors.ts";
import { cards } from "./cards.ts";
import { charts, reports } from "./reports.ts";
import { fines } from "./fines.ts";
import { health } from "./health.ts";
import { invitations } from "./invitations.ts";
import { ledger } from "./ledger.ts";
import { loans } from "./loans.ts";
import { members, offices, summaries } from "./members.ts";
import { offline } from "./offline.ts";
import { payTo } from "./pay-to.ts";
import { profile, twoStep } from "./profile.ts";
import { proofs } from "./proofs.ts";
import { proposals } from "./proposals.ts";
import { reconciliation } from "./reconciliation.ts";
import { settlements } from "./settlements.ts";
import { transactions } from "./transactions.ts";

export const rest = {
  accounts,
  approvals,
  auditors,
  cards,
  charts,
  fields,
  fines,
  health,
  labels,
  invitations,
  ledger,
  loans,
  members,
  offices,
  offline,
  payTo,
  profile,
  proofs,
  proposals,
  reconciliation,
  reports,
  settlements,
  summaries,
  transactions,
  twoStep,
};
