// Imported before all else: React and the parts are there, and the rest of the program starts in a task of its own.
import { ownTask } from "#web/ui/yield-task.ts";

await ownTask();
