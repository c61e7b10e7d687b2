// A loan's name: its type, and its number among its member's applications (LOAN-13).
import { message, type Message } from "#messages/message.ts";

/** As SQL; the database admits only the two types (loans_type). */
export type LoanNamed = { loan_type: string; number: number };

/** `Normal Loan 7`: the member's seventh application of either type. */
export function nameOfLoan({ loan_type, number }: LoanNamed): Message {
  return loan_type === "normal_loan"
    ? message("descriptions.normalLoan", { number })
    : message("descriptions.emergencyLoan", { number });
}
