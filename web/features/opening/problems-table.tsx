import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getSheetWithProblems } from "#contract/opening.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { saveFileOf } from "./save-file-of.ts";
import type { Rehearsal } from "./use-opening-rehearsal.ts";

const PAGE_SIZE = 20;

/** All that is wrong with a sheet: what must be put right first, each by its sheet, row and heading. */
export function Problems({ rehearsal }: { rehearsal: Rehearsal }) {
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
              <span className="md:whitespace-nowrap">
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

/** The same sheet with a column Problem, which the server has for some minutes (OPEN-14). */
function DownloadProblems({ address }: { address: string }) {
  const text = useTranslations("opening.rehearsal");
  const [isBusy, setIsBusy] = useState(false);
  const get = async () => {
    setIsBusy(true);
    const sheet = new URL(address, window.location.href).searchParams.get("sheet") ?? "";
    await saveFileOf(getSheetWithProblems, { sheet });
    setIsBusy(false);
  };
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden />}
      busy={isBusy}
      onClick={() => void get()}
    >
      {text("download")}
    </Button>
  );
}
