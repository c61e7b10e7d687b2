import { sha256 } from "@noble/hashes/sha2.js";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { getConsistency } from "#endpoints/proofs.ts";
import { readHex, readFingerprint } from "#domain/proofs/fingerprint.ts";
import { isConsistent } from "#domain/proofs/merkle-tree.ts";
import { callEndpoint, ApiError } from "#web/api/call.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { TextField } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { count } from "./fingerprint-text.tsx";

type LogAnswerProps = {
  head: NotedTreeHead;
  /** The source of the head, which decides what to do if it differs. */
  from: "file" | "typed";
};

/** Checks whether the group's log still begins with a noted head, and shows the result. */
export function LogAnswerNote({ head, from }: LogAnswerProps) {
  const text = useTranslations("proofs");
  const requested = useQuery<LogAnswer>({
    queryKey: ["log", head.entries, head.fingerprint],
    queryFn: () => askLog(head),
    retry: false,
    gcTime: 0,
  });
  if (requested.isFetching)
    return (
      <output className="block">
        <span className="sr-only">{text("asking")}</span>
        <Skeleton className="h-20" />
      </output>
    );
  const answer: LogAnswer = requested.data ?? { is: "unasked", detail: "" };
  const size = count(head.entries);
  switch (answer.is) {
    case "holds":
      return (
        <Alert live tone="good" title={text("holds", { size })}>
          {text("holdsText", { now: count(answer.now) })}
        </Alert>
      );
    case "differs":
      return (
        <Alert live tone="bad" title={text("differs")}>
          {text(from === "file" ? "differsFile" : "differsTyped")}
          <Accepted at={answer.acceptedAt} />
        </Alert>
      );
    case "shorter":
      return (
        <Alert live tone="bad" title={text("shorter", { size, now: count(answer.now) })}>
          {text("shorterText")}
          <Accepted at={answer.acceptedAt} />
        </Alert>
      );
    case "badProof":
      return (
        <Alert live tone="bad" title={text("badProof")}>
          {text("badProofText")}
        </Alert>
      );
    case "unasked":
      return (
        <Alert
          live
          tone="waiting"
          title={text("unasked")}
          action={
            <Button variant="secondary" onClick={() => void requested.refetch()}>
              {text("askAgain")}
            </Button>
          }
        >
          {from === "file" ? text("unaskedText") : answer.detail}
        </Alert>
      );
  }
}

/** Another copy of the database has replaced the one that the head may belong to. */
function Accepted({ at }: { at: string | undefined }) {
  const text = useTranslations("proofs");
  if (at === undefined) return null;
  return <p className="mt-2">{text("accepted", { when: formatMomentAndTime(at) })}</p>;
}

/** A noted head of the log: its fingerprint, or the beginning of it. */
type NotedTreeHead = { entries: number; fingerprint: string };

/**
 * `now` is how many entries the log has today, if it said so; `acceptedAt` when another copy of the database was
 * accepted, which may lack the entries behind an earlier head (SAFE-25).
 */
type LogAnswer =
  | { is: "holds"; now: number }
  | { is: "badProof" }
  | { is: "differs"; acceptedAt: string | undefined }
  | { is: "shorter"; now: number; acceptedAt: string | undefined }
  | { is: "unasked"; detail: string };

/** Whether today's log still begins with the noted one. The server must prove it; its word is not enough. */
async function askLog({ entries, fingerprint }: NotedTreeHead): Promise<LogAnswer> {
  let answer;
  try {
    answer = await callEndpoint(getConsistency, { query: { from: entries }, ignoreLoading: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.errors["from"] === undefined) return { is: "unasked", detail: error.detail };
    const { to, accepted_at: acceptedAt } = await askFromFirst();
    return { is: "shorter", now: to.entries, acceptedAt };
  }
  const { from, to, path } = answer;
  if (from.entries !== entries || !from.fingerprint.startsWith(fingerprint))
    return { is: "differs", acceptedAt: answer.accepted_at };
  const [fromRoot, toRoot] = [readHex(from.fingerprint), readHex(to.fingerprint)];
  const steps = path.flatMap((each) => readHex(each) ?? []);
  const isProven =
    fromRoot !== null &&
    toRoot !== null &&
    isConsistent(sha256, { from: entries, to: to.entries, fromRoot, toRoot, path: steps });
  return isProven ? { is: "holds", now: to.entries } : { is: "badProof" };
}

function askFromFirst() {
  return callEndpoint(getConsistency, { query: { from: 1 }, ignoreLoading: true });
}

/** A head typed from paper or a mail, compared with today's log. */
export function ReportForm({ params }: { params: { entries: string; fingerprint: string } }) {
  const text = useTranslations("proofs");
  const [typed, setTyped] = useState(params);
  const [wrong, setWrong] = useState({ entries: false, fingerprint: false });
  const [head, setHead] = useState<NotedTreeHead | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const bare = typed.entries.replaceAll(/[\s,.]/g, "");
    const entries = /^[1-9]\d{0,14}$/.test(bare) ? Number(bare) : null;
    const fingerprint = readFingerprint(typed.fingerprint);
    setWrong({ entries: entries === null, fingerprint: fingerprint === null });
    setHead(entries === null || fingerprint === null ? null : { entries, fingerprint });
  };

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TextField
        label={text("paperEntries")}
        className="md:max-w-52"
        inputMode="numeric"
        autoComplete="off"
        value={typed.entries}
        error={wrong.entries ? text("paperEntriesWrong") : undefined}
        onChange={(event) => setTyped({ ...typed, entries: event.target.value })}
      />
      <TextField
        label={text("paperFingerprint")}
        help={text("paperFingerprintHelp")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.fingerprint}
        error={wrong.fingerprint ? text("paperFingerprintWrong") : undefined}
        onChange={(event) => setTyped({ ...typed, fingerprint: event.target.value })}
      />
      <Button type="submit" variant="secondary" className="w-full md:w-auto">
        {text("check")}
      </Button>
      {head !== null && <LogAnswerNote head={head} from="typed" />}
    </form>
  );
}
