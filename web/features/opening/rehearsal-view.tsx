import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getSheetWithProblems } from "#endpoints/opening.ts";
import { formatKes } from "#domain/money.ts";
import { fetchFile, useSaveFile } from "#web/api/files.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { formatDay } from "#web/ui/day.ts";
import { TextareaField } from "#web/ui/field.tsx";
import { formatMoney, sumCents } from "#web/ui/money.tsx";
import { FiguresTable, TrialBalance } from "./opening-figures.tsx";
import type { Rehearsal } from "./use-opening-rehearsal.ts";

/** A whole rehearsal: the problems, the trial balance, and what each member will see. */
export function RehearsalView({
  rehearsal,
  children,
}: {
  rehearsal: Rehearsal;
  /** The errors of the difference, beside the sheet's own problems. */
  children: ReactNode;
}) {
  const text = useTranslations("opening.rehearsal");
  const { members, loans, ok, figures, totals } = rehearsal;
  return (
    <div className="space-y-4">
      <p className="text-muted">{text("counts", { members, loans })}</p>
      {ok && (
        <Alert live tone="good">
          {text("good")}
        </Alert>
      )}
      <Problems rehearsal={rehearsal} />
      {children}
      {hasErrors(rehearsal) && totals.length > 0 && (
        <p className="text-muted">{text("notCounted")}</p>
      )}
      {totals.length > 0 && <TrialBalance date={rehearsal.date} totals={totals} />}
      {figures.length > 0 && <FiguresTable figures={figures} />}
    </div>
  );
}

export function hasErrors({ rows }: Rehearsal): boolean {
  return rows.some(({ level }) => level === "error");
}

type ProposeCardProps = {
  rehearsal: Rehearsal;
  /** There is a difference without a reason. */
  lacksReason: boolean;
  mayPropose: boolean;
  isBusy: boolean;
  onPropose: () => void;
};

/** What will happen, beside the button that does it; or why it is disabled. */
export function ProposeCard(props: ProposeCardProps) {
  const { rehearsal, lacksReason, mayPropose, isBusy, onPropose } = props;
  const text = useTranslations("opening");
  const isRight = !hasErrors(rehearsal);
  return (
    <Card title={text("propose.title")}>
      <p aria-live="polite" className="max-w-prose">
        {!isRight
          ? text("propose.notReady")
          : lacksReason && mayPropose
            ? text("propose.reasonFirst")
            : text("propose.ready", {
                members: rehearsal.members,
                savings: formatKes(savingsOf(rehearsal)),
                day: formatDay(rehearsal.date),
              })}
      </p>
      {mayPropose ? (
        <Button
          className="mt-4 w-full sm:w-auto"
          busy={isBusy}
          disabled={!isRight || lacksReason}
          onClick={onPropose}
        >
          {text("propose.submit")}
        </Button>
      ) : (
        <p className="mt-2 text-muted">{text("onlyTreasurer")}</p>
      )}
    </Card>
  );
}

function savingsOf({ totals }: Rehearsal): bigint {
  const savings = totals.filter(({ account }) => account === "monthly_contribution");
  return sumCents(savings.map(({ credit }) => credit));
}

type DifferenceFieldProps = {
  /** KES, debit less credit; not 0. */
  difference: number;
  reason: string;
  error: string | undefined;
  /** Left out for readers who may not propose. */
  onReason?: ((reason: string) => void) | undefined;
};

/** By how much the sheet does not balance, to the cent, and why the Treasurer proposes it all the same. */
export function DifferenceField({ difference, reason, error, onReason }: DifferenceFieldProps) {
  const text = useTranslations("opening.difference");
  const amount = formatMoney(Math.abs(difference));
  return (
    <Card>
      <Alert live tone="waiting" title={text("title", { amount })}>
        <p>{text(difference > 0 ? "debitMore" : "creditMore", { amount })}</p>
        <p className="mt-2">{text("also")}</p>
      </Alert>
      {onReason !== undefined && (
        <TextareaField
          className="mt-4 max-w-prose"
          label={text("label")}
          help={text("help")}
          error={error}
          maxLength={500}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </Card>
  );
}

const PAGE_SIZE = 20;

/** Every problem of a sheet: errors first, each with its sheet, row and heading. */
function Problems({ rehearsal }: { rehearsal: Rehearsal }) {
  const text = useTranslations("opening.rehearsal");
  const [page, setPage] = useState(1);
  const errors = rehearsal.rows.filter(({ level }) => level === "error");
  const warnings = rehearsal.rows.filter(({ level }) => level === "warning");
  const all = [...errors, ...warnings].map((row, key) => ({ ...row, key }));
  if (all.length === 0) return null;
  const isBad = errors.length > 0;
  return (
    <div className="space-y-3">
      <Alert
        live
        tone={isBad ? "bad" : "waiting"}
        title={
          isBad
            ? text("errors", { count: errors.length })
            : text("warnings", { count: warnings.length })
        }
        action={
          rehearsal.sheet_with_problems !== null && (
            <DownloadProblems address={rehearsal.sheet_with_problems} />
          )
        }
      >
        {text(isBad ? "errorsText" : "warningsText")}
      </Alert>
      <DataTable
        caption={text("problems")}
        captionHidden
        rows={all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={({ key }) => key}
        empty={null}
        paging={{ page, pageSize: PAGE_SIZE, count: all.length, onPage: setPage }}
        columns={[
          {
            key: "where",
            title: text("where"),
            slot: "lead",
            rowHeader: true,
            cell: ({ sheet, row }) => (
              <span className="in-rows:whitespace-nowrap">
                {row < 1 ? sheet : text("row", { sheet, row: String(row) })}
              </span>
            ),
          },
          {
            key: "level",
            title: text("level"),
            slot: "side",
            cell: ({ level }) => (
              <Badge tone={level === "error" ? "bad" : "waiting"}>{text(`levels.${level}`)}</Badge>
            ),
          },
          {
            key: "column",
            title: text("column"),
            cell: ({ column }) => (column === "" ? text("wholeRow") : column),
          },
          {
            key: "detail",
            title: text("detail"),
            cell: ({ detail }) => <span className="block min-w-56 wrap-anywhere">{detail}</span>,
          },
        ]}
      />
    </div>
  );
}

/** The same sheet with a column Problem, which the server holds for some minutes (OPEN-14). */
function DownloadProblems({ address }: { address: string }) {
  const text = useTranslations("opening.rehearsal");
  const { save, isSaving } = useSaveFile(() => {
    const sheet = new URL(address, window.location.href).searchParams.get("sheet") ?? "";
    return fetchFile(getSheetWithProblems, { query: { sheet } });
  });
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden />}
      busy={isSaving}
      onClick={() => save()}
    >
      {text("download")}
    </Button>
  );
}
