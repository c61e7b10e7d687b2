import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Failure } from "#contract/errors.ts";

const SHOWN_AT_MOST = 20;

/** What in the books rests on a statement, each leading to its entry in the journal (STAT-7). */
export function Blockers({ blocking }: { blocking: NonNullable<Failure["blocking"]> }) {
  const text = useTranslations("statements.one");
  const kinds = useTranslations("statementLines.matches");
  const more = blocking.length - SHOWN_AT_MOST;
  return (
    <ul aria-label={text("blocking")} className="mt-1 max-h-48 overflow-y-auto text-sm">
      {blocking.slice(0, SHOWN_AT_MOST).map(({ kind, id, reference }) => (
        <li key={`${kind} ${id}`}>
          <Link
            to="/dashboard/accounting/entries"
            search={{ search: kind === "entry" ? `#${id}` : (reference ?? String(id)) }}
            className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4"
          >
            {kinds(isKind(kind) ? kind : "entry")} {id}
            {reference !== null && ` · ${reference}`}
          </Link>
        </li>
      ))}
      {more > 0 && <li>{text("blockingMore", { count: more })}</li>}
    </ul>
  );
}

function isKind(kind: string): kind is "contribution" | "loan_payment" | "fine_payment" | "entry" {
  return ["contribution", "loan_payment", "fine_payment", "entry"].includes(kind);
}
