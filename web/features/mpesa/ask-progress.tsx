// A request to one's phone: the amount, its state in a sentence, the seconds gone, and what to do next.
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { ASK_END_MS, isOpenAsk } from "#domain/mpesa/ask-states.ts";
import { checkAsk, endAsk, type Ask } from "#endpoints/mpesa.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { serverNow } from "#web/ui/clock.ts";
import { Money } from "#web/ui/money.tsx";
import { useWatchedAsk } from "./watch-ask.ts";

type AskProgressProps = {
  ask: Ask;
  onAgain: () => void;
  /** It is paid, and there is nothing more to do here. */
  onDone: () => void;
};

const CHECK_AFTER_MS = 20_000;

export function AskProgress({ ask: found, onAgain, onDone }: AskProgressProps) {
  const text = useTranslations("mpesa");
  const { ask, isAway, show } = useWatchedAsk(found);
  const check = useAction(checkAsk);
  const end = useAction(endAsk);
  const [checkedAt, setCheckedAt] = useState(0);
  const isOpen = isOpenAsk(ask.state);
  const age = useAge(ask, isOpen);
  const act = async (action: typeof check) => {
    setCheckedAt(age);
    const outcome = await action.run({ params: { id: ask.id } });
    if (outcome.ok) show(outcome.reply.ask);
  };
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Money amount={ask.amount} size="large" />
        {isOpen && <span className="text-sm text-muted tabular-nums">{saySince(text, age)}</span>}
      </p>
      <div aria-live="polite">
        <Alert tone={toneOf(ask)} title={ask.sentence}>
          <p className="text-sm">{isAway ? text("away") : sayNext(text, ask)}</p>
        </Alert>
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {isOpen && age >= CHECK_AFTER_MS && (
          <Button
            variant="secondary"
            busy={check.busy}
            disabled={age - checkedAt < CHECK_AFTER_MS}
            onClick={() => void act(check)}
          >
            {text("check")}
          </Button>
        )}
        {isOpen && age >= ASK_END_MS && (
          <Button variant="quiet" busy={end.busy} onClick={() => void act(end)}>
            {text("end")}
          </Button>
        )}
        {ask.may_ask_again && <Button onClick={onAgain}>{text("again")}</Button>}
        {ask.state === "paid" && ask.receipt !== null && (
          <Button onClick={onDone}>{text("done")}</Button>
        )}
      </div>
    </>
  );
}

type Text = ReturnType<typeof useTranslations<"mpesa">>;

function saySince(text: Text, age: number): string {
  const seconds = Math.floor(age / 1_000);
  return text("since", { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60) });
}

function sayNext(text: Text, ask: Ask): string {
  const { receipt } = ask;
  switch (ask.state) {
    case "asked":
    case "waiting":
      return text("next.waiting");
    case "unknown":
      return text("next.unknown");
    case "paid":
      if (receipt === null) return text("next.paidWithoutCode");
      return text(ask.payment === null ? "next.paidUnplaced" : "next.paid", { receipt });
    case "refused":
    case "lapsed":
      return text(ask.may_ask_again ? "next.again" : "next.over");
  }
}

function toneOf({ state }: Ask) {
  if (state === "paid") return "good";
  return state === "refused" ? "bad" : state === "lapsed" ? "note" : "waiting";
}

/** How old it is in ms, counted on each second while it is open. */
function useAge({ asked_at }: Ask, isOpen: boolean): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [isOpen]);
  return Math.max(0, now - Date.parse(asked_at));
}
