import type { TransactionKind } from "#contract/transactions.ts";
import type { PlainDate } from "#domain/calendar.ts";

/** Which paper is wanted, and of what. */
export type PdfRequest =
  | { report: "balance-sheet" | "trial-balance"; date: PlainDate }
  | { report: "profit-and-loss"; start: PlainDate; end: PlainDate }
  | {
      report: "statement";
      chosen: { start_date?: PlainDate; end_date?: PlainDate; kind?: TransactionKind };
    }
  | { report: "loan"; loanId: number }
  | { report: "summary"; memberId: number };
