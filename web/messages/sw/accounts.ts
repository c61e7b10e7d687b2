import { accountNamesInSwahili } from "#domain/ledger/account-names-sw.ts";
import type { accounts as english } from "../en/accounts.ts";
import type { TextsOf } from "../texts-of.ts";

/** The accounts of the books, by their codes (BOOK-8). */
export const accounts = accountNamesInSwahili satisfies TextsOf<typeof english>;
