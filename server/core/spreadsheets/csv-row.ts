// A line of a CSV file (RFC 4180) that no spreadsheet takes for a formula (BOOK-24).

export function row(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/**
 * What a spreadsheet would take for a formula gets an apostrophe before it: at the beginning of a text, and where a program that
 * parts its columns by semicolons, tabs or bars, whatever the quotes say, would begin another cell.
 */
function cell(value: string | number): string {
  const text = String(value);
  const harmless = text
    .replaceAll(/(^|[;|\t\r\n])([ "]*)(?=[=+\-@＝＋－＠])/g, "$1$2'")
    .replace(/^(?=[\t\r\n])/, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
