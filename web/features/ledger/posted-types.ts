import { ledgerEntryTypes, type LedgerEntryType } from "#domain/ledger/entry-types.ts";

/** What the Treasurer posts here; a fine is charged from the member list (BOOK-18). */
export type PostedType = Exclude<LedgerEntryType, "fine">;

export const postedTypes = ledgerEntryTypes.filter((type): type is PostedType => type !== "fine");
