import { expect, test } from "vitest";
import type { Loan, LoanPayment } from "#contract/loans.ts";
import { payableOn } from "./payable.ts";

const loan = { loan_id: 4, status: "active", current_balance: 1100.3 } as Loan;
const payment = (status: LoanPayment["status"], amount_paid: number, loan_id = 4) =>
  ({ status, amount_paid, loan: { loan_id, loan_name: "Normal Loan 1" } }) as LoanPayment;

test("payments that wait lower what can be paid, decided ones and those of other loans do not", () => {
  const payments = [
    payment("pending", 100.1),
    payment("pending_approval", 200.2),
    payment("approved", 300),
    payment("rejected", 400),
    payment("pending", 500, 5),
  ];
  const { payableCents, waitingCents, waiting } = payableOn(loan, payments);
  expect([payableCents, waitingCents, waiting.length]).toEqual([80_000n, 30_030n, 2]);
});

test("nothing can be paid on a loan that is cleared or written off", () => {
  expect(payableOn({ ...loan, status: "cleared" }, []).payableCents).toBe(0n);
  expect(payableOn({ ...loan, status: "written_off" }, []).payableCents).toBe(0n);
});

test("a loan in default can be paid", () => {
  expect(payableOn({ ...loan, status: "default" }, []).payableCents).toBe(110_030n);
});
