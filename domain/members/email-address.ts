/** Whether it has one @, a dotted domain, and nothing that only a list of addresses has. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@<>(),;:"\\[\]]+@[^\s@.<>(),;:"\\[\]]+(\.[^\s@.<>(),;:"\\[\]]+)+$/.test(text);
}
