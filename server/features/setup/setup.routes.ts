// The first start of a group: its setup, and what is left of it (MEM-32, MEM-33, MEM-38).
import * as contract from "#contract/setup.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { isSetupOpen } from "#server/core/members/setup-links.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Config } from "#server/platform/config.ts";
import {
  mailTest,
  sayBegins,
  setUpGroup,
  validateUnfinishedSetup,
  type SetupParts,
} from "./set-up-group.ts";

export function setupRoutes(
  routes: Routes,
  parts: SetupParts & { config: Pick<Config, "smtpUrl"> },
): void {
  routes.public(contract.getSetup, async (reader) => ({
    open: await isSetupOpen(reader),
    group_name: (await readGroupSettings(reader)).name,
  }));
  routes.public(contract.setUpGroup, (db, request) => setUpGroup(db, parts, request), {
    alsoWrong: (db, sent) => validateUnfinishedSetup(db, parts, sent),
  });
  routes.write(contract.sayHowGroupBegins, sayBegins);
  routes.write(contract.sendTestMail, (tx, request) => mailTest(tx, parts.config, request));
}
