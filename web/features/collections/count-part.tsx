// The cash counted beside the sheet: total, count and difference before it is sent (CASH-5).
import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { type Cents, parseKes, toKes } from "#domain/money.ts";
import type { ApiError } from "#web/api/call.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { TextareaField } from "#web/ui/field.tsx";
import { Form, FormFoot } from "#web/ui/form.tsx";
import { Money } from "#web/ui/money.tsx";
import { MoneyField } from "#web/ui/money-field.tsx";
import { Difference } from "./difference.tsx";

type Line = { id: number; name: string; cents: Cents | null; fault: string | undefined };
type Count = { counted: string; difference_reason?: string };

type CountPartProps = {
  lines: readonly Line[];
  /** Of the sheet; null while a figure of it cannot be read. */
  totalCents: Cents | null;
  onOpen: (memberId: number) => void;
  onBack: () => void;
  send: (count: Count) => Promise<ApiError | null>;
};

export function CountPart({ lines, totalCents, onOpen, onBack, send }: CountPartProps) {
  const text = useTranslations("collections");
  const [counted, setCounted] = useState("");
  const [reason, setReason] = useState("");
  const [faults, setFaults] = useState<{ counted?: string; reason?: string; title?: string }>({});
  const [busy, setBusy] = useState(false);
  const typed = parseKes(counted);
  const countedCents = typeof typed === "bigint" && typed >= 0n ? typed : null;
  const differenceCents =
    countedCents === null || totalCents === null ? null : countedCents - totalCents;
  const differs = differenceCents !== null && differenceCents !== 0n;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (totalCents === null) return;
    if (countedCents === null) return setFaults({ counted: text("countRequired") });
    if (differs && reason.trim() === "") return setFaults({ reason: text("reasonRequired") });
    setBusy(true);
    const error = await send(differs ? { counted, difference_reason: reason } : { counted });
    setBusy(false);
    if (error === null) return;
    const { counted: ofCount, difference_reason: ofReason } = error.errors;
    setFaults({
      ...(ofCount?.[0] === undefined ? {} : { counted: ofCount[0] }),
      ...(ofReason?.[0] === undefined ? {} : { reason: ofReason[0] }),
      title: error.errors["rows"]?.join(" ") ?? error.detail,
    });
  };

  return (
    <Form onSubmit={submit}>
      {faults.title !== undefined && <Alert live tone="bad" title={faults.title} />}
      <ul aria-label={text("onSheet")} className="divide-y divide-line">
        {lines.map(({ id, name, cents, fault }) => (
          <li key={id} className="py-1">
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <Button variant="quiet" className="px-0! text-start" onClick={() => onOpen(id)}>
                {name}
              </Button>
              {cents === null ? "–" : <Money amount={toKes(cents)} className="font-semibold" />}
            </div>
            {fault !== undefined && <p className="text-sm text-bad">{fault}</p>}
          </li>
        ))}
      </ul>
      <MoneyField
        label={text("counted")}
        help={text("countedHelp")}
        value={counted}
        error={faults.counted}
        onValueChange={(amount) => {
          setCounted(amount);
          setFaults({});
        }}
      />
      {differs && (
        <TextareaField
          label={text("reason")}
          help={text("reasonHelp")}
          maxLength={500}
          value={reason}
          error={faults.reason}
          onChange={({ target }) => {
            setReason(target.value);
            setFaults({});
          }}
        />
      )}
      <FormFoot>
        <div aria-live="polite" className="min-w-0 flex-1">
          <Facts
            facts={[
              {
                label: text("total"),
                value: totalCents === null ? "–" : <Money amount={toKes(totalCents)} />,
              },
              {
                label: text("difference"),
                value: differenceCents === null ? "–" : <Difference cents={differenceCents} />,
              },
            ]}
          />
        </div>
        <div className="flex flex-none flex-col-reverse gap-2 sm:flex-row">
          <Button variant="quiet" onClick={onBack}>
            {text("toSheet")}
          </Button>
          <Button type="submit" busy={busy}>
            {text("send")}
          </Button>
        </div>
      </FormFoot>
    </Form>
  );
}
