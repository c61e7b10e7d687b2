// The Chairperson changing the group's terms.
import { toCents } from "./arithmetic.ts";
import { denied, refused } from "./rights.ts";
import type { World } from "./world.ts";

/** New terms; nothing that is posted or applied for changes with them. */
export async function changeSettings(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("lead");
  const { terms } = model;
  const rate = chance.whole(0, 2_000);
  const months = chance.whole(1, 18);
  const [setting, value, change] = chance.one([
    ["monthly_contribution", rate + 1, () => (terms.monthlyCents = toCents(rate + 1))],
    ["contribution_due_day", months, () => (terms.dueDay = months)],
    ["contribution_due_day", 29, null],
    ["normal_loan_rate", rate / 100, () => (terms.rate.normal_loan = BigInt(rate))],
    ["emergency_loan_rate", rate / 100, () => (terms.rate.emergency_loan = BigInt(rate))],
    ["normal_loan_term_months", months, () => (terms.months.normal_loan = months)],
    ["emergency_loan_term_months", months, () => (terms.months.emergency_loan = months)],
    ["loan_limit_multiple", months, () => (terms.limitMultiple = BigInt(months))],
    ["late_fine_amount", rate, () => (terms.lateCents = toCents(rate))],
    ["interest_share", rate / 20, () => (terms.interestShare = BigInt(rate * 5))],
    ["pay_to", [{ kind: "till", name: "Umoja", number: String(rate) }], (): void => undefined],
    ["pay_to", [{ kind: "till", name: "Umoja" }], null],
    ["loan_limit_multiple", -1, null],
    ["interest_share", 100.01, null],
  ] as const);
  await call({
    by,
    method: "POST",
    path: "/api/group/settings/",
    body: { [setting]: value },
    expected:
      denied(by, "lead") ??
      (change === null ? refused(400) : { status: 200, check: () => void change() }),
  });
  return true;
}
