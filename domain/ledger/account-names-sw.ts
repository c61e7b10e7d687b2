// What the accounts of the books are called in Swahili, on screens and on paper alike.
import { accounts, type AccountCode } from "./chart-of-accounts.ts";

export const accountNamesInSwahili = {
  bank: "Benki",
  loan_receivable: "Mikopo kwa wanachama",
  interest_receivable: "Riba inayodaiwa",
  fine_receivable: "Faini zinazodaiwa",
  investment: "Uwekezaji",
  good_will: "Hisani",
  equity_fixed_deposit: "Amana za muda maalum",
  monthly_contribution: "Michango ya wanachama",
  dividends_payable: "Magawio ya kulipwa",
  tax: "Kodi ya kulipwa",
  ordinary_shares: "Hisa za kawaida",
  retained_earnings: "Faida iliyobakizwa",
  income_summary: "Muhtasari wa mapato",
  other_statistic: "Takwimu nyingine",
  dividend_expense: "Magawio yaliyotangazwa",
  interest_income: "Riba ya mikopo",
  fine: "Faini",
  other_income: "Mapato mengine",
  fixed_deposit_interest: "Riba ya amana za muda maalum",
  income_from_exited_member: "Mapato kutoka kwa waliojiondoa",
  bad_debt_recovery_income: "Madeni yasiyolipika yaliyorejeshwa",
  exited_member_interest_income: "Riba ya mikopo ya waliojiondoa",
  expense: "Matumizi ya jumla",
  social_welfare: "Ustawi wa jamii",
  end_year_party: "Sherehe ya mwisho wa mwaka",
  server_expense: "Gharama za seva",
  certificate_renewal: "Kuhuisha cheti",
  transaction_cost: "Ada za miamala",
  other_expense: "Matumizi mengine",
  bad_debt_expense: "Madeni yasiyolipika yaliyofutwa",
} as const satisfies Record<AccountCode, string>;

const byEnglish = new Map(
  accounts.map(({ code, displayName }) => [displayName, accountNamesInSwahili[code]]),
);

/** The Swahili of an account's English name; undefined for what is none. */
export function accountInSwahili(name: string): string | undefined {
  return byEnglish.get(name);
}
