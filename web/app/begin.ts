// Imported before all else: React and the parts are there, and the rest of the program starts in a task of its own. What the
// device stores is read meanwhile.
import { readStoredFirst } from "#web/api/stored/first.ts";
import { yieldTask } from "#web/ui/idle.ts";

export const storedFirst = /^\/dashboard(\/|$)/.test(location.pathname)
  ? readStoredFirst()
  : Promise.resolve([]);

await yieldTask();
