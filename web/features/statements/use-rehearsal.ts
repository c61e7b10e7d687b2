import { useRef, useState } from "react";
import type { ReplyOf } from "#contract/endpoint.ts";
import { previewStatement, type columnMapping } from "#endpoints/statements.ts";
import { ApiError, callEndpoint } from "#web/api/call.ts";
import { telling, type Sent } from "#web/api/files.ts";
import type { output } from "zod/mini";

export type Rehearsal = ReplyOf<typeof previewStatement>;
export type Mapping = output<typeof columnMapping>;

/** The upload, stored until it is imported: a lost network costs only another try. */
export type Chosen = {
  file: File;
  accountId: number | null;
  password: string;
  mapping: Mapping | null;
  /** `yyyy-MM-dd`; "" if the uploader says no day. */
  completeTo: string;
};

/** Has the server read the chosen file; it writes nothing. */
export function useRehearsal() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const last = useRef<AbortController>(null);

  const read = async (next: Chosen) => {
    last.current?.abort();
    const mine = (last.current = new AbortController());
    if (next.file !== chosen?.file) setRehearsal(null);
    setChosen(next);
    setSent(undefined);
    setProblem(null);
    setIsReading(true);
    try {
      const preview = await callEndpoint(previewStatement, {
        form: formOf(next),
        ignoreLoading: true,
        signal: mine.signal,
        sendBy: telling(setSent),
      });
      if (mine.signal.aborted) return;
      setRehearsal(preview);
      if (next.accountId === null && preview.account_id !== null)
        setChosen({ ...next, accountId: preview.account_id });
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setRehearsal(null);
      setProblem(error);
    } finally {
      if (!mine.signal.aborted) setIsReading(false);
    }
  };
  return { chosen, rehearsal, problem, isReading, sent, read };
}

export function formOf({ file, accountId, password, mapping, completeTo }: Chosen): FormData {
  const form = new FormData();
  // The fields go before the file, so that the server knows them while it reads.
  if (accountId !== null) form.append("account_id", String(accountId));
  if (password !== "") form.append("password", password);
  if (mapping !== null) form.append("mapping", JSON.stringify(mapping));
  if (completeTo !== "") form.append("complete_to", completeTo);
  form.append("file", file);
  return form;
}
