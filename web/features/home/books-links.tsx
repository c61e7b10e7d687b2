import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getUserData } from "#contract/members.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoment } from "#web/ui/day.ts";

const ways = [
  { to: "/dashboard/accounting/entries", name: "journal" },
  { to: "/dashboard/accounting/statements/lines", name: "statementLines" },
  { to: "/dashboard/accounting/reconciliation", name: "reconciliation" },
] as const;

/**
 * An official's links from home into the books: any entry is two presses away (REP-16). They send no requests,
 * because home sends enough: the number of open lines comes with the member (STAT-19).
 */
export function BooksLinks({ openLines }: { openLines: number | undefined }) {
  const text = useTranslations("home.books");
  return (
    <Card title={text("title")} className="[&>header]:mb-1">
      <ul className="divide-y divide-line">
        {ways.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center justify-between gap-3 font-semibold hover:bg-sunken"
            >
              <span>
                {text(name)}
                {name === "statementLines" && openLines !== undefined && ` (${openLines})`}
              </span>
              <ChevronRight aria-hidden className="size-5 flex-none text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Names the auditors, while a seat lasts (MEM-42). */
export function AuditorsNote({ auditors = [] }: Pick<ReplyOf<typeof getUserData>, "auditors">) {
  const text = useTranslations("home");
  return auditors.map(({ name, expires_at }) => (
    <Alert key={`${name} ${expires_at}`} tone="note">
      {text("auditor", { name, date: formatMoment(expires_at) })}
    </Alert>
  ));
}
