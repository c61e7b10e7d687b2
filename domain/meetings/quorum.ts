// How many of the roll must be there for anything to be carried or adopted (MEET-3).

/** Of a fraction n/d with 1 <= n <= d <= 100, such as `1/2`; null for any other text. */
export function parseFraction(text: string): { n: number; d: number } | null {
  const match = /^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text);
  const [n, d] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && n <= d && d <= 100 ? { n, d } : null;
}

/** That part of the roll, rounded up. */
export function peopleNeeded({ n, d }: { n: number; d: number }, roll: number): number {
  return Math.ceil((n * roll) / d);
}
