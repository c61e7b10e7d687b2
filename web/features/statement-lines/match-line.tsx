import { useDeferredValue, useState } from "react";
import { useTranslations } from "use-intl";
import {
  getLineCandidates,
  type LineCandidate,
  type StatementLine,
} from "#endpoints/statement-lines.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextField } from "#web/ui/field.tsx";
import { useFirstFocus } from "#web/ui/form.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Suggestion } from "./line-forms.tsx";

type MatchLineFormProps = {
  line: StatementLine;
  busy: boolean;
  onTake: (taken: Suggestion & { id: number }) => void;
};

/** Finds what a line is among payments and entries of any day (STAT-28); those of its amount come without a search. */
export function MatchLineForm({ line, busy, onTake }: MatchLineFormProps) {
  const text = useTranslations("statementLines");
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const found = useEndpoint(getLineCandidates, {
    params: { id: line.id },
    query: search === "" ? {} : { search },
  });
  useFirstFocus(() => document.querySelector<HTMLElement>("dialog input[type=search]")?.focus());
  const candidates = found.data?.candidates ?? [];
  return (
    <div className="space-y-4">
      <p className="wrap-anywhere text-muted">
        {formatMoney(line.amount)} · {formatDay(line.at.slice(0, 10))} · {line.details}
      </p>
      <TextField
        type="search"
        optional
        label={text("find")}
        help={text("findHelp")}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton className="h-24" />
      ) : candidates.length === 0 ? (
        <EmptyState title={text("findNone")} hint={text("findNoneHint")} />
      ) : (
        <ul className="space-y-2" aria-live="polite">
          {candidates.map((candidate) => (
            <li key={`${candidate.kind} ${candidate.id}`}>
              <Candidate candidate={candidate} busy={busy} onTake={onTake} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Candidate({
  candidate,
  busy,
  onTake,
}: Pick<MatchLineFormProps, "busy" | "onTake"> & { candidate: LineCandidate }) {
  const text = useTranslations("statementLines");
  const { kind, id, amount, date, reference, description, member, needs_reason } = candidate;
  const about = [formatMoney(amount), formatDay(date), reference ?? description]
    .filter((each) => each !== null)
    .join(" · ");
  return (
    <Button
      variant="secondary"
      busy={busy}
      className="w-full justify-start! text-start!"
      onClick={() =>
        onTake({
          kind,
          id,
          member,
          reason: about,
          ...(needs_reason === true ? { needs_reason } : {}),
        })
      }
    >
      <span className="wrap-anywhere">
        {text("take", {
          what: text(`matches.${kind}`),
          who: member?.full_name ?? text("number", { id: String(id) }),
        })}
        <span className="block text-sm font-normal">{about}</span>
      </span>
    </Button>
  );
}
