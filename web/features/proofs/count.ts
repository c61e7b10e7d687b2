const format = new Intl.NumberFormat("en-KE");

/** "1,234": how many entries, as reports write it. */
export function count(entries: number): string {
  return format.format(entries);
}
