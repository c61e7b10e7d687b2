// The lines whose payers typed their RegNo, recorded with one press after a look at the list and its sum (STAT-65).
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getLinesToRecord, type LineToRecord, recordAllLines } from "#endpoints/statement-lines.ts";
import { personName } from "#domain/members/person-name.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";

type Refused = { line: LineToRecord; detail: string };

/** Nothing while there is no such line. */
export function RecordAll({ account }: { account: number | undefined }) {
  const text = useTranslations("statementLines");
  const found = useEndpoint(getLinesToRecord, { query: { account_id: account } });
  const record = useAction(recordAllLines);
  /** As they were when the dialog opened. */
  const [shown, setShown] = useState<{ lines: readonly LineToRecord[]; total: number } | null>(
    null,
  );
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { lines = [], total = 0 } = found.data ?? {};
  const submit = async () => {
    if (shown === null) return;
    const items = shown.lines.map(({ id, amount }) => ({ id, amount_seen: amount }));
    const outcome = await record.run({ body: { items } });
    if (!outcome.ok) return;
    setRefused(
      outcome.reply.refused.flatMap(({ id, detail }) => {
        const line = shown.lines.find((each) => each.id === id);
        return line === undefined ? [] : [{ line, detail }];
      }),
    );
    setShown(null);
  };
  return (
    <>
      {lines.length > 0 && (
        <Button className="max-sm:w-full" onClick={() => setShown({ lines, total })}>
          {text("recordAll", { count: lines.length })}
        </Button>
      )}
      {refused.length > 0 && (
        <Alert live tone="bad" title={text("notRecorded", { count: refused.length })}>
          <ul className="space-y-1">
            {refused.map(({ line, detail }) => (
              <li key={line.id}>
                {line.member.full_name}, {formatMoney(line.amount)}: {detail}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Modal
        open={shown !== null}
        onClose={() => setShown(null)}
        title={text("recordAll", { count: shown?.lines.length ?? 0 })}
      >
        <Lines lines={shown?.lines ?? []} />
        <div className="sticky bottom-0 flex flex-col gap-3 border-t border-line bg-card pt-4">
          <p className="text-sm font-semibold">
            {unbroken(
              text("recordAllSummary", {
                count: shown?.lines.length ?? 0,
                amount: formatMoney(shown?.total ?? 0),
              }),
            )}
          </p>
          <Button busy={record.busy} onClick={() => void submit()}>
            {text("recordSubmit", { amount: formatMoney(shown?.total ?? 0) })}
          </Button>
        </div>
      </Modal>
    </>
  );
}

function Lines({ lines }: { lines: readonly LineToRecord[] }) {
  const text = useTranslations("statementLines");
  return (
    <ul className="divide-y divide-line text-sm">
      {lines.map((line) => (
        <li key={line.id} className="flex justify-between gap-3 py-2">
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-semibold">{personName(line.member)}</span>
            <span className="block text-muted">
              {[text(`matches.${line.kind}`), formatDay(line.at.slice(0, 10)), line.reference]
                .filter((each) => each !== null)
                .join(" · ")}
            </span>
          </span>
          <Money amount={line.amount} className="shrink-0" />
        </li>
      ))}
    </ul>
  );
}
