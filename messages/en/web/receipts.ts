// The words of a receipt's proof and of sending it, and of the pages that check proofs: fetched with the first of them.
export { accounts } from "../books.ts";
export { proofs } from "./accounting.ts";

export const receipts = {
  instalments: "Instalments paid",
  instalment: "Instalment {number}, {date}",
  upTo: "Interest up to {date}",
  early: "Principal paid early",
  ofWhich: "interest {interest}, principal {principal}",
  rowLine: "{row}: {amount}",
  approvals: "Approvals",
  official: "{office}: {name}",
  qrLabel: "QR code of the page that checks the log",
  qrNote: "Scan it to check that nothing in the group's log was changed or taken away since.",
  check: "Check it",
  send: "Send",
  sendTitle: "Send the receipt",
  whatsapp: "WhatsApp",
  sharePdf: "Share the PDF",
  theText: "the text",
  receiptLine: "Receipt {number}: {amount}",
  paidLine: "Paid on {date}, reference {reference}",
  approvedLine: "Approved by {names}",
  checkLine: "Check: {url}",
  fines: "Fines",
  oneMonth: "Contribution, {months}",
  contributions: "Contributions, {months}",
} as const;
