import { isPaymentKind } from "#domain/payments/payment-kinds.ts";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { approveMany } from "#endpoints/approvals.ts";
import type { Office } from "#domain/permissions.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMoney, sumKes, unbroken } from "#web/ui/money.tsx";
import { MoneyField } from "#web/ui/money-field.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import {
  isSecond,
  lacksEvidence,
  otherOffice,
  type Waiting,
  type ApprovalKind,
} from "./waiting-kinds.tsx";

type ApproveTickedProps = {
  kind: ApprovalKind;
  ticked: readonly Waiting[];
  /** How many of the ticked ones the search hides. */
  unseen: number;
  office: Office | null;
  asksForEvidence: boolean;
  onApproved: () => void;
};

type Refused = { item: Waiting; detail: string };

/**
 * The total of the ticked payments, compared with the statement in hand, and the one button that approves them all
 * (PAY-18).
 */
export function ApproveTicked(props: ApproveTickedProps) {
  const { kind, ticked, unseen, office, asksForEvidence, onApproved } = props;
  const text = useTranslations("approvals");
  const { offices } = useUiTexts();
  const approve = useAction(approveMany);
  const [statement, setStatement] = useState("");
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const total = sumKes(ticked.map(({ amount }) => amount));
  const second = ticked.filter((item) => isSecond(item, office)).length;
  const count = ticked.length;
  const first = ticked[0];
  // The typed text may not be an amount yet.
  const held = Number(statement) > 0 ? Number(statement) : total;
  const left = sumKes([held, -total]);
  const compared =
    left === 0
      ? text("statementAgrees")
      : text(left > 0 ? "statementMore" : "statementLess", { amount: formatMoney(Math.abs(left)) });

  const isConfirmed = ticked.every(({ evidence }) => evidence?.state === "confirmed");
  const unproved = ticked.filter((item) => lacksEvidence(item, asksForEvidence)).length;

  const submit = async () => {
    const outcome = await approve.run({
      body: {
        kind: isPaymentKind(kind) ? kind : null,
        action: "approved",
        items: ticked.map(({ id, amount }) => ({ id, amount_seen: amount })),
        ...(isConfirmed ? { evidence: "confirmed" } : {}),
      },
    });
    if (!outcome.ok) return;
    setRefused(
      outcome.reply.refused.flatMap(({ id, detail }) => {
        const item = ticked.find((each) => each.id === id);
        return item === undefined ? [] : [{ item, detail }];
      }),
    );
    setStatement("");
    onApproved();
  };

  return (
    <>
      {refused.length > 0 && (
        <Alert live tone="bad" title={text("notApproved", { count: refused.length })}>
          <ul className="space-y-1">
            {refused.map(({ item, detail }) => (
              <li key={item.id}>
                {item.member.full_name}, {formatMoney(item.amount)}: {detail}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {first !== undefined && (
        <section
          aria-label={text("ticked")}
          className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-end gap-3 border-t border-line bg-card p-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:mx-0 md:rounded-card md:border"
        >
          <MoneyField
            label={text("statement")}
            optional
            value={statement}
            onValueChange={setStatement}
            className="w-full md:w-64"
          />
          <div aria-live="polite" className="min-w-0 flex-1 basis-60 text-sm">
            {Number(statement) > 0 && <p className="font-semibold">{compared}</p>}
            <p>
              {unbroken(
                text("summary", {
                  count,
                  total: formatMoney(total),
                  second,
                  other: offices[otherOffice(first, office)],
                }),
              )}
            </p>
            {unproved > 0 && (
              <p className="text-waiting">{text("needsReason", { count: unproved })}</p>
            )}
            {unseen > 0 && <p className="text-waiting">{text("unseen", { count: unseen })}</p>}
          </div>
          <Button busy={approve.busy} onClick={() => void submit()} className="max-md:w-full">
            {text("approveTicked", { count: String(count), amount: formatMoney(total) })}
          </Button>
        </section>
      )}
    </>
  );
}
