/** What opens a dialog where it stands in an address. */
type DialogSearch = { pay?: unknown; receipt?: unknown; print?: unknown; view?: unknown };

/**
 * Whether the address holds an open dialog. What follows it takes its place in the browser's history: going back after a dialog
 * was closed does not open it again.
 */
export function holdsDialog({ pay, receipt, print, view }: DialogSearch): boolean {
  return [pay, receipt, print, view].some((each) => each !== undefined);
}
