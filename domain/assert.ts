// What must never happen: a broken invariant is a programming fault, not a refusal to a person.

/** Throws when `condition` does not hold. `message` names the values, for the log only. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new BrokenInvariant(message);
}

export class BrokenInvariant extends Error {
  override readonly name = "BrokenInvariant";
}

/** The one thing in a list of one, as when what is done for many was asked for one. */
export function single<T>(items: readonly T[]): T {
  const [item, ...others] = items;
  assert(item !== undefined && others.length === 0, `one, not ${items.length}`);
  return item;
}
