// Broken invariants are programming faults, not refusals to a person.

/** Throws when `condition` does not hold. `message` names the values, for the log only. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new BrokenInvariant(message);
}

export class BrokenInvariant extends Error {
  override readonly name = "BrokenInvariant";
}

/** The one element of a list of one, for code that handles lists and was called for one. */
export function single<T>(items: readonly T[]): T {
  const [item, ...others] = items;
  assert(item !== undefined && others.length === 0, `one, not ${items.length}`);
  return item;
}
