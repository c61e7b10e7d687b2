import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { useUiTexts } from "./texts.tsx";

type CopyButtonProps = {
  /** The text to copy. */
  value: string;
  /** What it is, for screen readers: "Number 400200". */
  of: string;
};

type Outcome = "copied" | "failed" | null;

const shownForMs = 3000;

/** Copies a number or a name and says so on the button. If the browser forbids copying, it selects the text instead. */
export function CopyButton({ value, of }: CopyButtonProps) {
  const texts = useUiTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), shownForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    const isCopied = (await copyByClipboard(value)) || copyBySelection(value, button.current);
    setOutcome(isCopied ? "copied" : "failed");
  };

  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <button
      ref={button}
      type="button"
      onClick={() => void copy()}
      className={cx(
        "inline-flex min-h-11 flex-none items-center gap-1.5 rounded-control px-2 text-sm font-semibold text-brand transition-colors hover:bg-brand-soft [&_svg]:size-4",
        outcome === "failed" && "text-bad",
      )}
    >
      <Icon aria-hidden />
      <span aria-live="polite">
        {outcome === null ? texts.copy : outcome === "copied" ? texts.copied : texts.copyFailed}
      </span>
      <span className="sr-only"> {of}</span>
    </button>
  );
}

/** Browsers have a clipboard only on pages over https or from this device. */
async function copyByClipboard(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}

/** Placed beside the button, because a dialog takes back focus that leaves it. */
function copyBySelection(value: string, beside: HTMLElement | null): boolean {
  const field = document.createElement("textarea");
  field.value = value;
  field.readOnly = true;
  field.className = "sr-only";
  (beside?.parentElement ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    beside?.focus();
  }
}
