/** A person where an official decides: two members may have one name, and no two a RegNo (MEM-7). */
export function personName(person: { full_name: string; reg_number: string }): string {
  return `${person.full_name} (${person.reg_number})`;
}
