import { useState } from "react";
import { useTranslations } from "use-intl";
import { formatKes } from "#domain/money.ts";
import {
  readMpesaMessages,
  type MpesaClaim,
  type ReadMessage,
} from "#domain/statements/mpesa-message.ts";
import { Button } from "./button.tsx";
import { formatDay } from "./day.ts";
import { TextareaField } from "./field.tsx";
import { unbroken } from "./money.tsx";

type MpesaMessageFieldProps = {
  /** Fills in the message's values. */
  onClaim: (claim: MpesaClaim) => void;
};

/**
 * Takes a pasted M-PESA message and fills in code, amount and day (STAT-52). It is only a claim and is not sent to
 * the server.
 */
export function MpesaMessageField({ onClaim }: MpesaMessageFieldProps) {
  const text = useTranslations("payTo.message");
  const [pasted, setPasted] = useState("");
  const [used, setUsed] = useState<MpesaClaim | null>(null);
  const messages = pasted.trim() === "" ? [] : readMpesaMessages(pasted);
  const [first, ...others] = messages;
  const refused = others.length === 0 && first !== undefined && "refused" in first ? first : null;

  const fillIn = (claim: MpesaClaim) => {
    setUsed(claim);
    onClaim(claim);
  };
  const take = (typed: string) => {
    setPasted(typed);
    const read = typed.trim() === "" ? [] : readMpesaMessages(typed);
    const [single] = read;
    if (read.length === 1 && single !== undefined && "claim" in single) fillIn(single.claim);
    else setUsed(null);
  };

  return (
    <div className="flex flex-col gap-2">
      <TextareaField
        label={text("label")}
        help={text("help")}
        optional
        rows={2}
        value={pasted}
        autoComplete="off"
        spellCheck={false}
        error={
          refused === null
            ? undefined
            : text(`refused.${refused.refused}`, { written: refused.written ?? "" })
        }
        onChange={(event) => take(event.currentTarget.value)}
      />
      {others.length > 0 && (
        <ul
          className="divide-y divide-line rounded-control border border-line"
          aria-label={text("several")}
        >
          {messages.map((message, index) => (
            <Several
              key={index}
              message={message}
              isUsed={"claim" in message && message.claim.code === used?.code}
              onUse={fillIn}
            />
          ))}
        </ul>
      )}
      <p aria-live="polite" className="text-sm text-good empty:hidden">
        {used !== null && unbroken(text("filled", factsOf(used)))}
      </p>
    </div>
  );
}

type SeveralProps = {
  message: ReadMessage;
  isUsed: boolean;
  onUse: (claim: MpesaClaim) => void;
};

/** One of several messages that were pasted together. */
function Several({ message, isUsed, onUse }: SeveralProps) {
  const text = useTranslations("payTo.message");
  if ("refused" in message)
    return (
      <li className="px-3 py-2 text-sm text-muted">
        {message.code !== null && <span className="font-semibold">{message.code} </span>}
        {text(`refused.${message.refused}`, { written: message.written ?? "" })}
      </li>
    );
  const { claim } = message;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 text-sm">
      <span className="min-w-0 wrap-anywhere">{unbroken(text("one", factsOf(claim)))}</span>
      <Button variant="quiet" disabled={isUsed} onClick={() => onUse(claim)}>
        {text(isUsed ? "used" : "use", { code: claim.code })}
      </Button>
    </li>
  );
}

function factsOf({ code, amountCents, at, to }: MpesaClaim) {
  return {
    code,
    amount: formatKes(amountCents),
    day: formatDay(at.slice(0, 10)),
    time: at.slice(11, 16),
    to,
  };
}
