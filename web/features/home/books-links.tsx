import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "use-intl";
import { Card } from "#web/ui/card.tsx";

const ways = [
  { to: "/dashboard/accounting/entries", name: "journal" },
  { to: "/dashboard/accounting/statements/lines", name: "statementLines" },
  { to: "/dashboard/accounting/reconciliation", name: "reconciliation" },
] as const;

/** The ways of an official from home into the books: any entry is two presses away (REP-16). They ask nothing, since home asks enough: how many lines are open comes with the member (STAT-19). */
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
