// The first import: it starts reading what the device stores, and runs the rest of the program in the next task.
import "./first-view/show.ts";
import { readStoredFirst } from "#web/api/stored/first-answers.ts";
import { yieldTask } from "#web/ui/idle.ts";

export const storedFirst = /^\/dashboard(\/|$)/.test(location.pathname)
  ? readStoredFirst()
  : Promise.resolve([]);

await yieldTask();
