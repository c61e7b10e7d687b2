import type { TransactionKind } from "#contract/transactions.ts";
import type { PlainDate } from "#domain/calendar.ts";

/** Which PDF is wanted, and of what. */
export type PdfRequest =
  | { report: "balance-sheet" | "trial-balance" | "reconciliation"; date: PlainDate }
  | { report: "profit-and-loss"; start: PlainDate; end: PlainDate }
  | {
      report: "statement";
      chosen: {
        start_date?: PlainDate;
        end_date?: PlainDate;
        kind?: TransactionKind;
        /** Another member's, for who may read it. */
        member?: number;
      };
    }
  | { report: "loan"; loanId: number }
  | { report: "summary"; memberId: number };
