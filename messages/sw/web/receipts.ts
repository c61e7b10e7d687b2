import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/receipts.ts";

export { accounts } from "../books.ts";
export { proofs } from "./accounting.ts";

export const receipts = {
  instalments: "Awamu zilizolipwa",
  instalment: "Awamu {number}, {date}",
  upTo: "Riba hadi {date}",
  early: "Mkopo uliolipwa mapema",
  ofWhich: "riba {interest}, mkopo {principal}",
  rowLine: "{row}: {amount}",
  approvals: "Idhini",
  official: "{office}: {name}",
  qrLabel: "Msimbo wa QR wa ukurasa unaokagua kumbukumbu",
  qrNote:
    "Uchanganue ili kukagua kwamba hakuna kilichobadilishwa au kuondolewa kwenye kumbukumbu ya chama tangu hapo.",
  check: "Kagua",
  send: "Tuma",
  sendTitle: "Tuma risiti",
  whatsapp: "WhatsApp",
  sharePdf: "Shiriki PDF",
  theText: "maandishi",
  receiptLine: "Risiti {number}: {amount}",
  paidLine: "Ililipwa {date}, nambari ya malipo {reference}",
  approvedLine: "Imeidhinishwa na {names}",
  checkLine: "Kagua: {url}",
  fines: "Faini",
  oneMonth: "Mchango, {months}",
  contributions: "Michango, {months}",
} as const satisfies TextsOf<typeof en.receipts>;
