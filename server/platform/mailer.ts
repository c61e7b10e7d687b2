// Sends mail over SMTP, or prints it without an SMTP server (API-16).
import type { Transporter } from "nodemailer";
import type { Config } from "./config.ts";

type Letter = {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  createdAt: Date;
  /** A file, its content in base64. */
  attachment?: unknown;
};

export type Mailer = {
  /** `sent` once the SMTP server has accepted it; `printed` without one. Throws if it was refused. */
  deliver(letter: Letter): Promise<"sent" | "printed">;
  close(): void;
};

const TIMEOUT_MS = 20_000;

export function openMailer(
  config: Pick<Config, "smtpUrl" | "mailFrom">,
  print: (text: string) => void,
): Mailer {
  const { smtpUrl } = config;
  if (smtpUrl === null) {
    return {
      deliver: async (letter) => {
        print(writeOut(letter));
        return "printed";
      },
      close: () => undefined,
    };
  }
  // Loaded with the first mail, so that the server starts without it.
  let transport: Promise<Transporter> | null = null;
  return {
    deliver: async (letter) => {
      transport ??= openTransport(smtpUrl);
      await (
        await transport
      ).sendMail({
        from: config.mailFrom,
        to: { name: "", address: letter.recipient },
        subject: letter.subject,
        text: letter.body,
        // A repeated mail keeps its id, so that a mailbox can recognise it.
        messageId: `<akiba-${letter.id}-${letter.createdAt.getTime()}@${hostOf(config.mailFrom)}>`,
        date: letter.createdAt,
        headers: { "Auto-Submitted": "auto-generated" },
        ...attachmentsOf(letter.attachment),
      });
      return "sent";
    },
    close: () => void transport?.then((open) => open.close()),
  };
}

/** The file of a letter as it is stored (server/core/mail/letters.ts). */
function attachmentsOf(stored: unknown) {
  if (stored === null || stored === undefined) return {};
  const { name, mediaType, content } = stored as {
    name: string;
    mediaType: string;
    content: string;
  };
  return {
    attachments: [{ filename: name, contentType: mediaType, content, encoding: "base64" }],
  };
}

async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
}

const NOT_CONNECTED = [
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EDNS",
];
const REFUSED = ["EAUTH", "EENVELOPE", "ETLS"];

/**
 * Why a mail was not accepted: nobody answered, or the server refused. `unknown` if the connection ended in between,
 * so that the server may have it.
 */
export function hasNotLeft(error: unknown): "no-connection" | "refused" | "unknown" {
  const { code, responseCode, message, cause } = error as {
    code?: string;
    responseCode?: number;
    message?: string;
    cause?: { code?: string };
  };
  if (typeof responseCode === "number" || REFUSED.includes(code ?? "")) return "refused";
  const words = `${code ?? ""} ${cause?.code ?? ""} ${message ?? ""}`;
  if (NOT_CONNECTED.some((each) => words.includes(each))) return "no-connection";
  return /connection timeout|greeting never received/i.test(words) ? "no-connection" : "unknown";
}

function hostOf(address: string): string {
  return /@([^\s>]+)/.exec(address)?.[1] ?? "localhost";
}

/** A mail as the console shows it. */
export function writeOut(letter: Pick<Letter, "recipient" | "subject" | "body">): string {
  const line = "-".repeat(72);
  return `${line}\nTo:      ${letter.recipient}\nSubject: ${letter.subject}\n\n${letter.body}\n${line}\n`;
}
