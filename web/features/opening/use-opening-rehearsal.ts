import { useState } from "react";
import type { ReplyOf } from "#contract/endpoint.ts";
import { rehearseOpening } from "#endpoints/opening.ts";
import { addDays, firstOfMonth } from "#domain/calendar.ts";
import { ApiError, callEndpoint } from "#web/api/call.ts";
import { today } from "#web/ui/day.ts";

export type Rehearsal = ReplyOf<typeof rehearseOpening>;

/** The sheet as chosen, and the result of reading it. */
type Brought = {
  /** The cut-over day as typed. */
  date: string;
  files: readonly File[];
  /** The result for these files and this day; null before they are read. */
  rehearsal: Rehearsal | null;
  differenceReason: string;
};

const atFirst = (): Brought => ({
  date: addDays(firstOfMonth(today()), -1),
  files: [],
  rehearsal: null,
  differenceReason: "",
});

/** Outlives the page, so that visiting another page loses nothing; never stored on the device. */
let stored: Brought | null = null;
let turn = 0;

/** Has the server read the chosen sheet; it writes nothing. */
export function useOpeningRehearsal() {
  const [brought, setBrought] = useState<Brought>(() => stored ?? atFirst());
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isReading, setIsReading] = useState(false);

  const change = (part: Partial<Brought>): Brought => {
    stored = { ...(stored ?? brought), ...part };
    setBrought(stored);
    return stored;
  };

  const read = async (part: Partial<Pick<Brought, "date" | "files">>) => {
    const mine = ++turn;
    const next = change({ ...part, rehearsal: null });
    setProblem(null);
    setIsReading(true);
    try {
      const rehearsal = await callEndpoint(rehearseOpening, {
        form: formOf(next),
        ignoreLoading: true,
      });
      if (mine === turn) change({ rehearsal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === turn) setProblem(error);
    } finally {
      if (mine === turn) setIsReading(false);
    }
  };

  const forget = () => {
    turn += 1;
    stored = null;
    setBrought(atFirst());
  };
  return { brought, problem, isReading, change, read, forget };
}

export function formOf({ date, files, differenceReason }: Brought): FormData {
  const form = new FormData();
  form.set("date", date);
  if (differenceReason.trim() !== "") form.set("difference_reason", differenceReason);
  // The files last: the server reads the fields before them.
  for (const file of files) form.append("file", file, file.name);
  return form;
}

/** A copy of the files: a spreadsheet saved again meanwhile could not be sent a second time. */
export async function holdFiles(files: readonly File[]): Promise<File[]> {
  return Promise.all(
    files.map(async (file) => new File([await file.arrayBuffer()], file.name, { type: file.type })),
  );
}
