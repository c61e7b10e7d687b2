import { useState } from "react";
import type { ReplyOf } from "#contract/endpoint.ts";
import { rehearseOpening } from "#endpoints/opening.ts";
import { addDays, firstOfMonth } from "#domain/calendar.ts";
import { callEndpoint } from "#web/api/call.ts";
import { newestOnly, useReading } from "#web/api/use-reading.ts";
import { today } from "#web/ui/day.ts";

export type Rehearsal = ReplyOf<typeof rehearseOpening>;
export type OwnMapping = NonNullable<Rehearsal["own"]>["mapping"];
/** What one sheet holds. */
export type OwnSheetMapping = NonNullable<OwnMapping["others"]>[number];

/** The sheet as chosen, and the result of reading it. */
type Brought = {
  /** The cut-over day as typed. */
  date: string;
  files: readonly File[];
  /** The result for these files and this day; null before they are read. */
  rehearsal: Rehearsal | null;
  /** What was said of a sheet of the group's own; null for the template. */
  mapping: OwnMapping | null;
  differenceReason: string;
};

const atFirst = (): Brought => ({
  date: addDays(firstOfMonth(today()), -1),
  files: [],
  rehearsal: null,
  mapping: null,
  differenceReason: "",
});

/** Outlives the page, so that visiting another page loses nothing; never stored on the device. */
let stored: Brought | null = null;
const begin = newestOnly();

/** Has the server read the chosen sheet; it writes nothing. */
export function useOpeningRehearsal() {
  const [brought, setBrought] = useState<Brought>(() => stored ?? atFirst());
  const { problem, isReading, read } = useReading(begin);

  const change = (part: Partial<Brought>): Brought => {
    stored = { ...(stored ?? brought), ...part };
    setBrought(stored);
    return stored;
  };

  const rehearse = (part: Partial<Pick<Brought, "date" | "files" | "mapping">>) =>
    read(async (signal) => {
      // The form with what was said of the columns stays while they are read.
      const next = change(part.mapping == null ? { ...part, rehearsal: null } : part);
      const rehearsal = await send(next, signal);
      const { mapping } = next;
      // Another file may have other sheets: what was said of the one before is not said of it.
      const isOther = mapping !== null && !hasSheet(rehearsal, mapping);
      const found = isOther
        ? { rehearsal: await send({ ...next, mapping: null }, signal), mapping: null }
        : { rehearsal };
      if (!signal.aborted) change(found);
    });

  const forget = () => {
    begin();
    stored = null;
    setBrought(atFirst());
  };
  return { brought, problem, isReading, change, read: rehearse, forget };
}

const send = (brought: Brought, signal: AbortSignal) =>
  callEndpoint(rehearseOpening, { form: formOf(brought), ignoreLoading: true, signal });

function hasSheet({ own }: Rehearsal, mapping: OwnMapping): boolean {
  return [mapping, ...(mapping.others ?? [])].every(
    ({ sheet }) => own?.sheets.some(({ name }) => name === sheet) === true,
  );
}

/** Whether the mapping says of each sheet what any column holds; with only a sheet, it is a question for a proposal. */
export function isWholeMapping(mapping: OwnMapping): boolean {
  return [mapping, ...(mapping.others ?? [])].every(
    ({ columns, months }) =>
      months.length > 0 || Object.values(columns).some((column) => column !== null),
  );
}

export function formOf({ date, files, mapping, differenceReason }: Brought): FormData {
  const form = new FormData();
  form.set("date", date);
  if (mapping !== null) form.set("mapping", JSON.stringify(mapping));
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
