import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ProofFileView } from "#contract/proof-file.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import type { ProofFault, ProvenLine } from "#domain/proofs/check-proof.ts";
import { textsOf } from "#web/messages/words.ts";
import { Alert } from "#web/ui/alert.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { Facts } from "#web/ui/card.tsx";
import { formatAmount, Money } from "#web/ui/money.tsx";
import { count, FingerprintText } from "./fingerprint-text.tsx";
import { LogAnswerNote } from "./log-answer.tsx";

type ProofResultProps = {
  file: ProofFileView;
  lines: readonly ProvenLine[];
  faults: readonly ProofFault[];
};

/** The result of the check, the group's log on it, and the proven entries. */
export function ProofResult({ file, lines, faults }: ProofResultProps) {
  const text = useTranslations("proofs");
  const { head, member, not_yet_logged: waiting } = file;
  const size = count(head.entries);
  const isGood = faults.length === 0;
  return (
    <div className="space-y-4">
      {isGood ? (
        <Alert
          live
          tone="good"
          title={
            file.entries.length === 0
              ? text("empty")
              : text("good", { count: file.entries.length, size })
          }
        >
          {text("limits")}
        </Alert>
      ) : (
        <Alert live tone="bad" title={text("bad", { count: faults.length, size })}>
          <ul className="mt-1 space-y-2">
            {faults.slice(0, 20).map((fault) => (
              <Fault key={fault.entry} {...fault} />
            ))}
          </ul>
        </Alert>
      )}
      {waiting > 0 && <Alert tone="note">{text("waiting", { count: waiting })}</Alert>}
      {isGood && <LogAnswerNote head={head} from="file" />}
      <div>
        <p className="text-lg font-semibold">{member.full_name}</p>
        <p className="text-muted">
          {[
            file.group,
            member.reg_number,
            text("memberNumber", { id: String(member.id) }),
            text("madeAt", { at: formatMomentAndTime(file.made_at) }),
          ].join(" · ")}
        </p>
        <p className="mt-2 text-sm text-muted">{text("fingerprint")}</p>
        <FingerprintText value={head.fingerprint} />
      </div>
      {isGood && (
        <Facts
          facts={[
            {
              label: text("savings"),
              value: <Balance lines={lines} of={["monthly_contribution"]} reversed />,
            },
            {
              label: text("loans"),
              value: <Balance lines={lines} of={["loan_receivable", "interest_receivable"]} />,
            },
            { label: text("fines"), value: <Balance lines={lines} of={["fine_receivable"]} /> },
          ]}
        />
      )}
      {lines.length > 0 && <ProvenTable lines={lines} />}
    </div>
  );
}

function Fault({ entry, line, why }: ProofFault) {
  const text = useTranslations("proofs");
  return (
    <li>
      <span className="font-semibold">
        {line === null
          ? text("fault", { entry: String(entry) })
          : text("faultEntry", {
              entry: String(entry),
              date: formatDay(line.date),
              description: line.description,
              amount: formatAmount(Math.abs(Number(line.amountCents)) / 100),
            })}
      </span>
      <span className="block">{text(`why.${why}`)}</span>
    </li>
  );
}

type BalanceProps = {
  lines: readonly ProvenLine[];
  of: readonly string[];
  /** What the group owes is on the credit side. */
  reversed?: boolean;
};

function Balance({ lines, of, reversed = false }: BalanceProps) {
  const cents = lines
    .filter(({ account }) => of.includes(account))
    .reduce((sum, { amountCents }) => sum + amountCents, 0n);
  return <Money amount={Number(reversed ? -cents : cents) / 100} />;
}

const pageSize = 24;
type Row = ProvenLine & { number: number };

/** The proven lines as they are in the books. */
function ProvenTable({ lines }: { lines: readonly ProvenLine[] }) {
  const text = useTranslations("proofs");
  const [page, setPage] = useState(1);
  const columns: readonly Column<Row>[] = [
    {
      key: "description",
      title: text("description"),
      slot: "lead",
      rowHeader: true,
      cell: (row) => <span className="font-semibold whitespace-normal">{row.description}</span>,
    },
    {
      key: "date",
      title: text("date"),
      cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span>,
    },
    { key: "account", title: text("account"), cell: (row) => nameOf(row.account) },
    {
      key: "debit",
      title: text("debit"),
      align: "end",
      cell: (row) =>
        row.amountCents > 0n ? <Money bare amount={Number(row.amountCents) / 100} /> : "–",
    },
    {
      key: "credit",
      title: text("credit"),
      align: "end",
      cell: (row) =>
        row.amountCents < 0n ? <Money bare amount={-Number(row.amountCents) / 100} /> : "–",
    },
  ];
  const rows = lines.map((line, number) => ({ ...line, number }));
  return (
    <DataTable
      caption={text("caption")}
      columns={columns}
      rows={rows.slice((page - 1) * pageSize, page * pageSize)}
      rowKey={(row) => row.number}
      empty={null}
      paging={{ page, pageSize, count: rows.length, onPage: setPage }}
    />
  );
}

function nameOf(code: string): string {
  const known = accounts.find((account) => account.code === code)?.code;
  return known === undefined ? code : textsOf("accounts")[known];
}
