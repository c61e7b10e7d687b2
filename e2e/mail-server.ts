// A real SMTP server that stores what it receives.
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

type ReceivedMail = { subject: string; text: string };

export type MailServer = {
  url: string;
  /** The newest mail to an address; waits for it up to half a minute. */
  next(to: string, subject: RegExp): Promise<ReceivedMail>;
  /** The Message-ID of each accepted mail, as often as it was accepted. */
  messageIds(): string[];
  close(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const received: { to: string; source: Buffer }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map((each) => each.address).join(",");
        received.push({ to, source: Buffer.concat(chunks) });
        done();
      });
    },
  });
  // A server that is killed while it sends a mail breaks its connection, and sends the mail again after it restarts.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async next(to, subject) {
      for (const end = Date.now() + 30_000; Date.now() < end;) {
        for (const { source } of received.filter((mail) => mail.to === to).toReversed()) {
          const mail = await PostalMime.parse(source);
          if (subject.test(mail.subject ?? ""))
            return { subject: mail.subject ?? "", text: mail.text ?? "" };
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`no mail to ${to} about ${subject}; got ${received.length} in all`);
    },
    messageIds: () =>
      received.flatMap(
        ({ source }) => /^Message-ID: <([^>]+)>/im.exec(source.toString())?.[1] ?? [],
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
