// The words of every page but home: one chunk, fetched with the first of them.
import { accounts } from "#messages/sw/accounts.ts";
import { fields } from "#messages/sw/fields.ts";
import { labels } from "#messages/sw/labels.ts";
import { approvals } from "./approvals.ts";
import { audit } from "./audit.ts";
import { charts } from "./charts.ts";
import { fines } from "./fines.ts";
import { health } from "./health.ts";
import { ledger } from "./ledger.ts";
import { loans } from "./loans.ts";
import { members } from "./members.ts";
import { offices } from "./offices.ts";
import { offline } from "./offline.ts";
import { profile } from "./profile.ts";
import { proofs } from "./proofs.ts";
import { proposals } from "./proposals.ts";
import { reports } from "./reports.ts";
import { settings } from "./settings.ts";
import { settlements } from "./settlements.ts";
import { summaries } from "./summaries.ts";
import { transactions } from "./transactions.ts";
import { twoStep } from "./two-step.ts";

export const rest = {
  accounts,
  approvals,
  audit,
  charts,
  fields,
  fines,
  health,
  labels,
  ledger,
  loans,
  members,
  offices,
  offline,
  profile,
  proofs,
  proposals,
  reports,
  settings,
  settlements,
  summaries,
  transactions,
  twoStep,
};
