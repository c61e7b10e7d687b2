import { assert } from "./assert.ts";

/** The one thing in a list of one, as when what is done for many was asked for one. */
export function single<T>(items: readonly T[]): T {
  const [item, ...others] = items;
  assert(item !== undefined && others.length === 0, `one, not ${items.length}`);
  return item;
}
