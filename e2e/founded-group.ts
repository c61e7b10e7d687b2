// A group whose three officials joined once for all journeys: each journey starts with a copy of its data folder.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { makeDataFolder } from "#tests/support/machine.ts";
import { copyStarted, startIn, type Application } from "./application.ts";
import { joinOfficials, type Officials } from "./people.ts";
import { copyPrepared } from "./prepared-data.ts";

/** The file in the data folder that has the officials' passwords and session tokens. */
const OFFICIALS = "officials.json";

/** Starts the built server with the three officials, who are signed in. Their mails went to an earlier mail server. */
export async function startFounded(
  more: Readonly<Record<string, string>> = {},
): Promise<{ application: Application; officials: Officials }> {
  const dataDir = await makeDataFolder("akiba-e2e-");
  await copyPrepared("founded", { within: inject("preparedData"), to: dataDir, prepare: found });
  const officials: Officials = JSON.parse(await readFile(join(dataDir, OFFICIALS), "utf8"));
  return { application: await startIn(dataDir, { more }), officials };
}

async function found(dataDir: string): Promise<void> {
  await copyStarted("main", dataDir);
  const application = await startIn(dataDir);
  try {
    const officials = await joinOfficials(application);
    await writeFile(join(dataDir, OFFICIALS), JSON.stringify(officials));
  } finally {
    await application.stop();
  }
}
