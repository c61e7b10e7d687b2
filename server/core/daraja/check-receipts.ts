// Asks M-PESA for what callbacks told of (MPESA-4): at once, and again at the times of an ask's queries until it is
// decided.
import { readReceiptAnswer } from "#domain/mpesa/live-payments.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { tellCredential } from "./daraja-health.ts";
import { checkLine, denyLine, readTold } from "./live-lines.ts";
import { askedAgainAfterMs, newRequest, type RequestHandler } from "./requests.ts";

/** M-PESA does not take the initiator or its password. */
const BAD_INITIATOR = "2001";

export function checkingReceipts(settings: DarajaSettings): RequestHandler {
  return {
    prepare: async (tx, { request, addresses, now }) => {
      const told = await readTold(tx, Number(request.subject.id));
      if (told === null) return null;
      const next = askedAgainAfterMs[request.attempt];
      if (next !== undefined)
        await newRequest(tx, {
          kind: "check_receipt",
          subject: request.subject,
          attempt: request.attempt + 1,
          dueAt: new Date(Math.max(told.toldAt.getTime() + next, now.getTime())),
          now,
        });
      return (daraja) => daraja.checkReceipt({ receipt: told.payment.receipt, addresses });
    },
    // What M-PESA knows comes to the request's own address.
    onReply: async () => undefined,
    onResult: async (tx, { request, body, now }) => {
      const answer = readReceiptAnswer(body);
      if (answer === null) return { refused: "no_result" };
      if (answer.is === "undecided" && answer.code === BAD_INITIATOR) await tellCredential(tx, now);
      const told = await readTold(tx, Number(request.subject.id));
      if (told === null || answer.is === "undecided") return "answer";
      if (answer.is === "completed" && ![null, told.payment.receipt].includes(answer.receipt))
        return { refused: "another_receipt" };
      const agrees = answer.is === "completed" && answer.amountCents === told.payment.amountCents;
      if (agrees) await checkLine(tx, settings, told, now);
      else await denyLine(tx, told, now);
      return "answer";
    },
    onTimeout: async () => undefined,
  };
}
