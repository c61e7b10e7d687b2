// One receipt on two lines (STAT-60), or one movement on two (STAT-67): the note on each of them, and setting one aside.
import { Copy } from "lucide-react";
import { useTranslations } from "use-intl";
import { setLineAside, type StatementLine } from "#endpoints/statement-lines.ts";
import { ReasonForm } from "#web/api/reason-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMoney } from "#web/ui/money.tsx";

type TwinsNoteProps = {
  line: StatementLine;
  /** Left out for readers who may not set lines aside. */
  onSetAside: (() => void) | undefined;
};

export function TwinsNote({ line, onSetAside }: TwinsNoteProps) {
  const text = useTranslations("statementLines");
  const { twins, alike, set_aside: aside } = line;
  if (aside !== undefined)
    return (
      <p className="mt-2 text-sm wrap-anywhere text-muted">
        {text("setAsideBy", { name: aside.by.full_name, reason: aside.reason })}
      </p>
    );
  if (twins.length === 0 && (alike.length === 0 || line.state !== "open")) return null;
  return (
    <div className="mt-2">
      <p className="text-sm text-waiting">{text(twins.length > 0 ? "twins" : "alike")}</p>
      {onSetAside !== undefined && line.state !== "matched" && (
        <Button
          variant="secondary"
          icon={<Copy aria-hidden />}
          onClick={onSetAside}
          className="mt-2 max-sm:w-full"
        >
          {text("setAside")}
          <span className="sr-only">{` ${formatMoney(line.amount)} ${line.reference ?? ""}`}</span>
        </Button>
      )}
    </div>
  );
}

export function SetAsideForm({ line, onDone }: { line: StatementLine; onDone: () => void }) {
  const text = useTranslations("statementLines");
  const setAside = useAction(setLineAside);
  return (
    <ReasonForm
      draft={`set aside ${line.id}`}
      label={text("whyAside")}
      help={text("whyAsideHelp")}
      required={text("whyAsideRequired")}
      submit={text("setAside")}
      busy={setAside.busy}
      send={(reason) => setAside.run({ params: { id: line.id }, body: { reason } })}
      onDone={onDone}
    >
      <p className="wrap-anywhere text-muted">{line.details}</p>
    </ReasonForm>
  );
}
