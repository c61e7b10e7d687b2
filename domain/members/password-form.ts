/**
 * The one form in which passwords are compared and hashed (MEM-3): a keyboard that writes an accent as a character of
 * its own types the same password.
 */
export function passwordForm(typed: string): string {
  return typed.normalize("NFKC");
}
