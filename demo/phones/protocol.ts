// The part of Africa's Talking's API that Akiba uses, for the demo's gateway and the tests' gateway.
import type { IncomingMessage } from "node:http";

/** A text as the application posts it to the gateway. */
export type PostedText = {
  to: string;
  message: string;
  /** The sender's name or short code; null without one. */
  from: string | null;
  username: string;
  apiKey: string | undefined;
};

export type Recipient = {
  statusCode: number;
  number: string;
  status: string;
  /** With its currency: `KES 0.8000`. */
  cost: string;
  messageId: string;
};

const statuses: Readonly<Record<number, string>> = {
  100: "Processed",
  101: "Sent",
  102: "Queued",
  401: "RiskHold",
  402: "InvalidSenderId",
  403: "InvalidPhoneNumber",
  404: "UnsupportedNumberType",
  405: "InsufficientBalance",
  406: "UserInBlacklist",
  407: "CouldNotRoute",
  500: "InternalServerError",
};

/** The text that a request posts; null if it posts none. */
export async function readPostedText(request: IncomingMessage): Promise<PostedText | null> {
  const form = new URLSearchParams(await readAll(request));
  const [to, message] = [form.get("to") ?? "", form.get("message") ?? ""];
  const username = form.get("username") ?? "";
  if (to === "" || message === "" || username === "") return null;
  const apiKey = request.headers["apikey"]?.toString();
  return { to, message, from: form.get("from"), username, apiKey };
}

/** The gateway's answer about one number. Codes up to 102 mean that it accepted the text. */
export function recipientOf(
  number: string,
  { code, cost, id }: { code: number; cost?: string | undefined; id: string },
): Recipient {
  const isTaken = code <= 102;
  return {
    statusCode: code,
    number,
    status: statuses[code] ?? "Unknown",
    cost: cost ?? (isTaken ? "KES 0.8000" : "0"),
    messageId: isTaken ? id : "None",
  };
}

/** The body of an answer, which is sent with HTTP 201 whether or not the gateway accepted a text. */
export function answerBody(recipients: readonly Recipient[]): string {
  const taken = recipients.filter(({ statusCode }) => statusCode <= 102).length;
  const Message = `Sent to ${taken}/1 Total Cost: ${recipients[0]?.cost ?? "0"}`;
  return JSON.stringify({ SMSMessageData: { Message, Recipients: recipients } });
}

const BODY_BYTES_MOST = 64 * 1024;

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > BODY_BYTES_MOST) throw new Error("a text of more than 64 KiB");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
