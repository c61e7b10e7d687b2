// A statement in other money than the books' (STAT-51): never read as shillings.

const FOREIGN =
  /\b(?:USD|EUR|GBP|UGX|TZS|TSH|RWF|BIF|ETB|SOS|SSP|ZAR|NGN|INR|CNY|JPY|AED|CHF|CAD|AUD)\b|\bdollars?\b|\beuros?\b|\bpounds?\b|[$\u20ac\u00a3]/i;
const SHILLINGS = /\bk(?:es|shs?)\b|\bkenyan?\b/i;

/** Whether a heading, a label's value or a cell names another currency, and not shillings beside it. */
export function namesForeignCurrency(text: string): boolean {
  return FOREIGN.test(text) && !SHILLINGS.test(text);
}
