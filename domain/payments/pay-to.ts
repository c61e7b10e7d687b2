// Where members pay the group (PAY-23).
export const payToKinds = ["paybill", "till", "bank", "phone"] as const;

/** `account` is what the payer writes as the account; empty where there is none. */
export type PayTo = {
  kind: (typeof payToKinds)[number];
  name: string;
  number: string;
  account: string;
};

export const payToMost = 10;
export const payToCharactersMost = 60;

/** What a group writes as the account where each payer writes their own registration number. */
export const yourRegNo = "your Reg No";

/** Whether the account of a way to pay is the payer's own registration number. */
export function asksForRegNo(account: string): boolean {
  return account.trim().toLowerCase() === yourRegNo.toLowerCase();
}
