/* Typing an amount: what stands in the field has thousands separators, what leaves it is a plain numeric string. */

/** Keeps digits and one decimal point with at most two decimals: "KES 1,500.505" is "1500.50". */
export function plainAmount(typed: string): string {
  const [whole = "", ...rest] = typed.replace(/[^\d.]/g, "").split(".");
  const trimmed = whole.replace(/^0+(?=\d)/, "");
  return rest.length === 0 ? trimmed : `${trimmed}.${rest.join("").slice(0, 2)}`;
}

/** "1500.5" is "1,500.5": separators while typing, nothing added behind. */
export function groupThousands(plain: string): string {
  const [whole = "", decimals] = plain.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Where the caret belongs after regrouping: behind as many digits and points as before. */
export function caretAfter(grouped: string, charactersBefore: number): number {
  let seen = 0;
  for (let place = 0; place < grouped.length; place += 1) {
    if (seen === charactersBefore) return place;
    if (grouped[place] !== ",") seen += 1;
  }
  return grouped.length;
}
