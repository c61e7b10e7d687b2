// Mails the officials that the archive fails, once until it works again, also across restarts.
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A share that is mounted again in time, or one segment that failed, is nothing to write about. */
const FAILS_FOR_MS = 5 * 60_000;

export type ArchiveAlarm = {
  /** Called with what fails now; null while all is well. */
  look(failure: string | null): Promise<void>;
};

/** `notes` is the folder beside the data in which it is noted that they were notified. */
export function openArchiveAlarm(parts: {
  notes: string;
  now: () => Date;
  tell: (failure: string) => Promise<void>;
}): ArchiveAlarm {
  const { notes, now, tell } = parts;
  const notedFile = join(notes, "officials-told");
  let failsSince: number | null = null;
  return {
    async look(failure) {
      if (failure === null) {
        failsSince = null;
        await rm(notedFile, { force: true });
        return;
      }
      failsSince ??= now().getTime();
      if (now().getTime() - failsSince < FAILS_FOR_MS || existsSync(notedFile)) return;
      await tell(failure);
      await mkdir(notes, { recursive: true, mode: 0o755 });
      await writeFile(notedFile, `${now().toISOString()}\n`);
    },
  };
}
