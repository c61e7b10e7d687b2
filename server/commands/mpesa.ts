// npm run mpesa -- check|register|pull: tries the group's M-PESA, names our addresses there, and fetches payments.
import { parseArgs } from "node:util";
import type { DarajaReply } from "#domain/mpesa/daraja-reply.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { openDaraja, type Daraja } from "#server/core/daraja/daraja-client.ts";
import { pullNow } from "#server/core/daraja/pull-payments.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { groupOption, readOwnConfig } from "#server/host/own-config.ts";
import { OperatorError, readOptions, runCommand, UsageError } from "#server/platform/command.ts";
import type { Config } from "#server/platform/config.ts";
import type { DarajaFeatures } from "#server/platform/daraja-settings.ts";

const USAGE = "Usage: npm run mpesa -- check | register | pull [--group NAME]";
const now = () => new Date();

const sentences: Readonly<Record<keyof DarajaFeatures, { on: string; off: string }>> = {
  live: {
    on: "Payments to the shortcode arrive live, once its addresses are registered.",
    off: "",
  },
  asks: {
    on: "Members can pay on their own phone.",
    off: "Members cannot pay on their own phone: MPESA_PASSKEY is not set.",
  },
  checks: {
    on: "Each payment is checked by its receipt.",
    off: "No payment is checked by its receipt: MPESA_INITIATOR is not set.",
  },
  payouts: {
    on: "Money can be paid out.",
    off: "No money can be paid out: MPESA_PAYOUT_SHORTCODE is not set.",
  },
  pull: {
    on: "Payments are fetched every 10 minutes.",
    off: "No payments are fetched: MPESA_PULL is not on.",
  },
};

await runCommand(async () => {
  const { positionals, values } = readOptions(USAGE, () =>
    parseArgs({ options: groupOption, allowPositionals: true }),
  );
  const [command, ...more] = positionals;
  const act = Object.hasOwn(commands, command ?? "") ? commands[command ?? ""] : undefined;
  if (act === undefined || more.length > 0) throw new UsageError(USAGE);
  const config = await readOwnConfig(values.group);
  if (config.daraja === null)
    throw new UsageError(
      "M-PESA live is off: set MPESA_KEY, MPESA_SECRET, MPESA_SHORTCODE and MPESA_CALLBACK_SECRET.",
    );
  await act(openDaraja(config.daraja, { now }), config);
});

const commands: Readonly<Record<string, (daraja: Daraja, config: Config) => Promise<void>>> = {
  check: async (daraja) => {
    requireTaken(await daraja.checkToken(), "M-PESA gives no token");
    console.log(`M-PESA takes the key and secret of shortcode ${daraja.settings.shortcode}.`);
    for (const [name, words] of Object.entries(sentences))
      console.log(daraja.settings.features[name as keyof DarajaFeatures] ? words.on : words.off);
  },
  register: async (daraja) => {
    const { callbackBase, callbackSecrets, shortcode } = daraja.settings;
    const base = `${callbackBase}/${callbackSecrets[0]}`;
    const reply = await daraja.register({
      confirmation: `${base}/confirmation/`,
      validation: `${base}/validation/`,
    });
    requireTaken(reply, "M-PESA did not register our addresses");
    console.log(`Payments to ${shortcode} are reported to ${callbackBase}/…/ from now on.`);
  },
  pull: async (daraja, config) => {
    const database = await openMigratedDatabase(config, () => undefined);
    try {
      const { reply, payments } = await pullNow(database.db, daraja, now());
      await sealAudit(database.db);
      requireTaken(reply, "M-PESA did not list the payments");
      console.log(`${payments} payments of the last 48 hours were fetched.`);
    } finally {
      await database.close();
    }
  },
};

function requireTaken(reply: DarajaReply, failed: string): void {
  if (reply.kind === "taken") return;
  const why =
    reply.kind === "refused" ? `${reply.code} ${reply.text}`.trim() : "its answer is unclear";
  throw new OperatorError(`${failed}: ${why}.`);
}
