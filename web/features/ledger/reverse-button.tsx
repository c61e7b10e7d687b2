import { CircleHelp, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Entry } from "#contract/ledger.ts";
import { whyNotReversible } from "#domain/ledger/entry-reversal.ts";
import type { ledger } from "#web/messages/en/ledger.ts";
import { Button } from "#web/ui/button.tsx";
import { MessageDialog } from "#web/ui/modal.tsx";

/** Opens the reversal, or says why this entry stays (BOOK-19). */
export function ReverseButton({ entry, onReverse }: { entry: Entry; onReverse: () => void }) {
  const text = useTranslations("ledger");
  const [isExplained, setIsExplained] = useState(false);
  const { type, reversed_by } = entry;
  const id = String(entry.id);
  const refusal = whyNotReversible({ type, reversedBy: reversed_by });

  if (refusal === null) {
    return (
      <Button variant="secondary" icon={<Undo2 aria-hidden />} onClick={onReverse}>
        {text("reverse")}
        <span className="sr-only">{text("entry", { id })}</span>
      </Button>
    );
  }
  const code = refusal.code as keyof (typeof ledger)["whyNot"];
  const why =
    code === "entry-already-reversed"
      ? text(`whyNot.${code}`, { by: String(reversed_by) })
      : text(`whyNot.${code}`);
  return (
    <>
      <Button
        variant="quiet"
        icon={<CircleHelp aria-hidden />}
        className="-me-4 text-muted"
        onClick={() => setIsExplained(true)}
      >
        {text("cannotReverse")}
        <span className="sr-only">{text("entry", { id })}</span>
      </Button>
      <MessageDialog
        title={text("whyNotTitle", { id })}
        message={isExplained ? why : null}
        onClose={() => setIsExplained(false)}
      />
    </>
  );
}
