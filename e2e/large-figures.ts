// A demo group whose figures and names are as long as they can be.
import { expect } from "vitest";
import type { Application } from "./application.ts";
import { ask, type Json } from "./people.ts";

/**
 * Nine digits wherever there is a figure of the demo group, and the longest possible names; `sessions` by username.
 * Returns the loan that is repaid.
 */
export async function growLarge(
  application: Application,
  sessions: ReadonlyMap<string, string>,
): Promise<number> {
  const post = async (person: string, path: string, body: unknown): Promise<Json> => {
    const token = sessions.get(person) ?? "";
    const answer = await ask(application, "POST", path, { token, body });
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const approve = async (path: string) => {
    for (const official of ["treasurer", "sec-gen"])
      await post(official, path, { action: "approved" });
  };
  const entry = (body: object) =>
    post("treasurer", "/api/accounting/create_ledger_entry/", {
      description: "For the long years that are to come",
      ...body,
    });
  await entry({ type: "other_income", amount_paid: 123_456_789.12 });
  await entry({ type: "investment", amount: 12_345_678.9 });
  await entry({ type: "dividend_declaration", amount: 23_456_789.12 });
  await entry({
    type: "equity_fixed_deposit",
    amount: 34_567_890.12,
    start_date: "2026-01-01",
    maturity_date: "2027-01-01",
  });
  const member = "akinyi.okoth";
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  const pay = (reference: string) =>
    post(member, "/api/finances/monthly-contribution/", {
      amount_paid: 123_456_789.12,
      contribution_month: `${day.slice(0, 7)}-01`,
      payment_date: day,
      payment_Reference_Code: reference,
    });
  const { contribution } = await pay("LARGE-0001");
  await approve(`/api/finances/monthly-contribution-approval/${contribution.contribution_id}/`);
  await pay("LARGE-0002");
  const loans = "/api/finances/get-create-user-loans/";
  const { loan } = await post(member, loans, { amount: 98_765_432.1, loan_type: "normal_loan" });
  await approve(`/api/finances/loan-application-approval/${loan.loan_id}/`);
  await post(member, loans, { amount: 87_654_321.09, loan_type: "emergency_loan" });
  await post(member, `/api/finances/pay-loan/${loan.loan_id}/`, {
    amount_paid: 12_345_678.9,
    payment_Reference_Code: "LARGE-0003",
  });
  // Above the limit of fines, so another official agrees to it.
  const { id } = await entry({ type: "fine", charged_user: member, amount: 123_456_789.12 });
  await post("chairperson", `/api/accounting/proposals/${id}/agree/`, {});
  await post(member, "/api/finances/pay-fine/", {
    amount_paid: 12_345_678.9,
    payment_Reference_Code: "LARGE-0004",
  });
  await post(member, "/api/user/profile/", {
    first_name: "Nyakerariowambuikamaukwamboka",
    last_name: "Moraa Kerubo wa Nyamweya Ondieki",
  });
  await post("chairperson", "/api/group/settings/", {
    group_name: "Umoja wa Akina Mama wa Kitengela na Athi",
    bank_name: "Kenya Commercial Bank Kitengela Branch",
  });
  return loan.loan_id;
}
