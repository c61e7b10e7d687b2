// The group's settings (contract 5): one row, with the defaults of the specification.
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";

export type GroupSettings = {
  name: string;
  bankName: string;
  monthlyContributionCents: Cents;
  /** The day the financial year starts. */
  yearStart: { month: number; day: number };
};

export async function readGroupSettings(reader: Reader): Promise<GroupSettings> {
  const row = await reader.selectFrom("group_settings").selectAll().executeTakeFirstOrThrow();
  return {
    name: row.name,
    bankName: row.bank_name,
    monthlyContributionCents: row.monthly_contribution_cents,
    yearStart: { month: row.year_start_month, day: row.year_start_day },
  };
}
