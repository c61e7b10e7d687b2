// A group whose M-PESA is Daraja in a box, and what its server would do in the background.
import { setTimeout as wait } from "node:timers/promises";
import { startDarajaBox } from "#demo/daraja/daraja-box.ts";
import { openCallbackStore } from "#server/core/daraja/callback-store.ts";
import { openDaraja } from "#server/core/daraja/daraja-client.ts";
import { readCallbacks } from "#server/core/daraja/read-callbacks.ts";
import { giveUpAbandonedRequests, sendDue } from "#server/core/daraja/send-requests.ts";
import { darajaHandlers, readingParts } from "#server/jobs/mpesa.ts";
import { readDarajaSettings } from "#server/platform/daraja-settings.ts";
import { closeSoundly, startFoundedGroup } from "./founded-group.ts";
import { makeDataFolder, removeDataFolder } from "./machine.ts";
import { type ServerOptions, usualStart } from "./test-group.ts";

export type LiveGroup = Awaited<ReturnType<typeof startLiveGroup>>;

export async function startLiveGroup({
  env = {},
  ...options
}: ServerOptions & { members?: number } = {}) {
  const clock = { now: () => new Date(usualStart) };
  const box = await startDarajaBox({ now: () => clock.now() });
  const dataDir = await makeDataFolder("akiba-mpesa-");
  const more = { ...box.env, DATA_DIR: dataDir, ...env };
  const { group, books } = await startFoundedGroup({ ...options, env: more });
  clock.now = group.clock.now;
  const { now } = group.clock;
  const settings = readDarajaSettings(more, { publicUrl: group.url, rateLimit: false });
  if (settings === null) throw new Error("no settings");
  const daraja = openDaraja(settings, { now });
  const sending = { db: group.db, daraja, handlers: darajaHandlers(settings), now };
  const callbacks = openCallbackStore({
    connection: group.serverConnection,
    dataDir,
    warn: () => undefined,
  });
  const addresses = `${settings.callbackBase}/${settings.callbackSecrets[0]}`;
  box.registered.confirmation = `${addresses}/confirmation/`;

  return {
    group,
    books,
    box,
    daraja,
    settings,
    dataDir,
    addresses,
    sending,
    /** Reads what was posted, and sends what is due, until nothing is left. */
    settle: async () => {
      for (;;) {
        await callbacks.takeFiles();
        const read = await readCallbacks(readingParts(group.db, { settings, now }));
        await giveUpAbandonedRequests(sending);
        const sent: Promise<void>[] = [];
        await sendDue(sending, 5, (stored) => sent.push(stored));
        await Promise.all(sent);
        await box.idle();
        if (read + sent.length === 0) return;
        await wait(0);
      }
    },
    /** Lines as officials see them. */
    lines: async () => {
      const { body } = await group.api("GET", "/api/statements/lines/?page=1", {
        token: books.chairperson.token,
      });
      return body.lines;
    },
    close: async () => {
      await callbacks.stop();
      await box.close();
      await closeSoundly(group);
      await removeDataFolder(dataDir);
    },
  };
}
