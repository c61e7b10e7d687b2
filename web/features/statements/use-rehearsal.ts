import { useState } from "react";
import type { ReplyOf } from "#contract/endpoint.ts";
import {
  previewStatement,
  type columnMapping,
  type StatementAccount,
} from "#endpoints/statements.ts";
import { callEndpoint } from "#web/api/call.ts";
import { telling, type Sent } from "#web/api/files.ts";
import { newestOnly, useReading } from "#web/api/use-reading.ts";
import type { output } from "zod/mini";

export type Rehearsal = ReplyOf<typeof previewStatement>;
export type Mapping = output<typeof columnMapping>;

/** The upload, stored until it is imported: a lost network costs only another try. */
export type Chosen = {
  file: File;
  accountId: number | null;
  password: string;
  mapping: Mapping | null;
  /** What the person answered of this file. */
  readings: StatementAccount["readings"];
  /** `yyyy-MM-dd`; "" if the uploader says no day. */
  completeTo: string;
};

/** Has the server read the chosen file; it writes nothing. */
export function useRehearsal() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null);
  const [sent, setSent] = useState<Sent>();
  const [begin] = useState(newestOnly);
  const { problem, isReading, read } = useReading(begin);

  const rehearse = (next: Chosen) =>
    read(async (signal) => {
      if (next.file !== chosen?.file || problem !== null) setRehearsal(null);
      setChosen(next);
      setSent(undefined);
      const preview = await callEndpoint(previewStatement, {
        form: formOf(next),
        ignoreLoading: true,
        signal,
        sendBy: telling(setSent),
      });
      if (signal.aborted) return;
      setRehearsal(preview);
      if (next.accountId === null && preview.account_id !== null)
        setChosen({ ...next, accountId: preview.account_id });
    });
  return {
    chosen,
    rehearsal: problem === null ? rehearsal : null,
    problem,
    isReading,
    sent,
    read: rehearse,
  };
}

export function formOf({
  file,
  accountId,
  password,
  mapping,
  readings,
  completeTo,
}: Chosen): FormData {
  const form = new FormData();
  // The fields go before the file, so that the server knows them while it reads.
  if (accountId !== null) form.append("account_id", String(accountId));
  if (password !== "") form.append("password", password);
  if (mapping !== null) form.append("mapping", JSON.stringify(mapping));
  if (Object.keys(readings).length > 0) form.append("readings", JSON.stringify(readings));
  if (completeTo !== "") form.append("complete_to", completeTo);
  form.append("file", file);
  return form;
}
