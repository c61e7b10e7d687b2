// npm run text -- +2547…: sends one SMS by the group's gateway, and prints the gateway's answer.
import { parseArgs } from "node:util";
import { normalisePhone } from "#domain/members/contacts.ts";
import { openAfricasTalking, type SmsOutcome } from "#server/core/notices/sms/africas-talking.ts";
import { readOptions, runCommand, UsageError } from "#server/platform/command.ts";
import { groupOption, readOwnConfig } from "#server/host/own-config.ts";

const USAGE = `Usage: npm run text -- +254712345678 [--group NAME]`;
const UNITS_PER_KES = 10_000;

const sentences: Readonly<Record<Exclude<SmsOutcome["is"], "accepted">, string>> = {
  failed: "The gateway will not send it",
  "wrong-number": "Texts do not reach this number",
  "opted-out": "Its holder has asked the network for no more texts",
  "no-balance": "The account has no money left",
  again: "The gateway did not take it this time",
  "no-connection": "Nobody answers at SMS_URL",
  unknown: "No answer arrived: it may be on its way",
};

await runCommand(async () => {
  const { positionals, values } = readOptions(USAGE, () =>
    parseArgs({ options: groupOption, allowPositionals: true }),
  );
  const { sms } = await readOwnConfig(values.group);
  if (sms === null)
    throw new UsageError("The group has no SMS gateway: set SMS_USERNAME and SMS_API_KEY.");
  const [written, ...more] = positionals;
  const to = normalisePhone(written ?? "");
  if (to === null || more.length > 0)
    throw new UsageError(`A Kenyan mobile number is needed.\n${USAGE}`);
  const outcome = await openAfricasTalking(sms)({
    to,
    message: "A text of Akiba, to try the gateway. Ujumbe wa Akiba, wa kujaribu mtambo wa SMS.",
  });
  if (outcome.is !== "accepted") {
    const failure = "failure" in outcome ? `: ${outcome.failure}` : "";
    throw new UsageError(`${sentences[outcome.is]}${failure}.`);
  }
  const kes = (Number(outcome.costUnits) / UNITS_PER_KES).toFixed(2);
  console.log(`${to}: taken by the gateway for KES ${kes}, as ${outcome.gatewayId ?? "no name"}.`);
});
