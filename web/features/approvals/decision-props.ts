import type { Office } from "#domain/permissions.ts";

/** What a decision form of any kind is given by its page. */
export type DecisionProps<Item> = { item: Item; office: Office | null; onDecided: () => void };
