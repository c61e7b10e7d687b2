/**
 * The rest of what is under way goes on in a task of its own, so that a phone can answer a finger in between. Tasks come in
 * the order in which they were asked for.
 */
export function ownTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
