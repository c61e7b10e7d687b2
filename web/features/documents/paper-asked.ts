import type { TransactionKind } from "#contract/transactions.ts";
import type { PlainDate } from "#domain/calendar.ts";

/** Which paper is wanted, and of what. */
export type PaperAsked =
  | { paper: "balance-sheet" | "trial-balance"; date: PlainDate }
  | { paper: "profit-and-loss"; start: PlainDate; end: PlainDate }
  | {
      paper: "statement";
      chosen: { start_date?: PlainDate; end_date?: PlainDate; kind?: TransactionKind };
    }
  | { paper: "loan"; loanId: number }
  | { paper: "summary"; memberId: number };
