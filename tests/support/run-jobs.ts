// Runs the queued jobs of a test's group, as the server's own worker would.
import pino from "pino";
import { runDueJobs } from "#server/jobs/worker.ts";
import type { TestGroup } from "./test-group.ts";

/** Returns what was printed: the mails, since a test's group has no SMTP server. */
export async function runJobs(group: TestGroup): Promise<string[]> {
  const printed: string[] = [];
  await runDueJobs({
    connection: group.serverConnection,
    config: {
      smtpUrl: null,
      mailFrom: "no-reply@localhost",
      publicUrl: "http://localhost:3000",
      backupDir: null,
      backupRecipient: null,
      signingKeyFile: "/nowhere/signing.pem",
    },
    log: pino({ level: "silent" }),
    now: group.clock.now,
    evidence: group.evidence,
    print: (text) => printed.push(text),
  });
  return printed;
}
