// What is typed into the setup, stored on this device until the group is set up, so that it can be left and gone on with. Never a
// password or the token of the link.
import type { Language } from "#domain/language.ts";

export type Terms = {
  group_name: string;
  bank_name: string;
  monthly_contribution: string;
  late_fine_after_months: string;
  late_fine_amount: string;
  /** MM-DD. */
  financial_year_start: string;
  language: Language;
};

export type SetupDraft = {
  step: number;
  terms?: Terms;
  chairperson?: Record<string, string | undefined>;
};

const KEY = "setup_draft";

export function readSetupDraft(): SetupDraft {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? "null") as SetupDraft | null;
    return typeof draft?.step === "number" ? draft : { step: 1 };
  } catch {
    return { step: 1 };
  }
}

export function keepSetupDraft(change: Partial<SetupDraft>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readSetupDraft(), ...change }));
  } catch {
    // A browser that keeps nothing: what is typed lasts as long as the page.
  }
}

export function forgetSetupDraft(): void {
  localStorage.removeItem(KEY);
}
