// The words of the pages about the books and all members, which a member seldom opens: one chunk, fetched with the first of them,
// and not stored in advance for opening without a network.
export { ledger, reconciliation } from "./accounting.ts";
export { settlements, summaries } from "./members.ts";
