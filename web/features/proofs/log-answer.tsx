import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { askLog, type LogAnswer, type NotedTreeHead } from "./check-log.ts";
import { count } from "./fingerprint-text.tsx";

type LogAnswerProps = {
  head: NotedTreeHead;
  /** Where the head comes from, for what to do when it differs. */
  from: "file" | "typed";
};

/** Asks the group's log whether it still begins with a noted head, and says what came of it. */
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

/** Another copy of the database took the place of the one that the head may be of. */
function Accepted({ at }: { at: string | undefined }) {
  const text = useTranslations("proofs");
  if (at === undefined) return null;
  return <p className="mt-2">{text("accepted", { when: formatMomentAndTime(at) })}</p>;
}
