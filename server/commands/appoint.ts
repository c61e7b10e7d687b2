// npm run appoint -- --email E --role R: makes an existing account an active official (MEM-27).
import { parseArgs } from "node:util";
import type { Office } from "#domain/permissions.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { groupOption, readOwnConfig } from "#server/host/own-config.ts";
import { appointOfficial } from "#server/features/members/change-office.ts";
import { readOptions, runCommand, UsageError } from "#server/platform/command.ts";

const USAGE = `Usage: npm run appoint -- --email name@example.com --role chairperson [--group NAME]
The role is chairperson, sec-gen or treasurer, in any case.`;

const offices: Record<string, Office> = {
  chairperson: "Chairperson",
  "sec-gen": "Sec-Gen",
  treasurer: "Treasurer",
};

async function main(): Promise<void> {
  const command = readArguments();
  const database = await openMigratedDatabase(await readOwnConfig(command.group), () => undefined);
  try {
    const { detail } = await appointOfficial(database.db, { ...command, now: new Date() });
    await sealAudit(database.db);
    console.log(detail);
  } finally {
    await database.close();
  }
}

function readArguments(): { email: string; office: Office; group: string | undefined } {
  const options = { ...groupOption, email: { type: "string" }, role: { type: "string" } } as const;
  const { email, role, group } = readOptions(USAGE, () => parseArgs({ options }).values);
  const office = offices[(role ?? "").trim().toLowerCase()];
  if (email === undefined || email.trim() === "" || office === undefined)
    throw new UsageError(USAGE);
  return { email: email.trim(), office, group };
}

await runCommand(main);
