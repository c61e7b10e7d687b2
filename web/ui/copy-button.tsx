import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { useUiTexts } from "./texts.tsx";

type CopyButtonProps = {
  /** What is copied. */
  value: string;
  /** What it is, for who hears the button alone: "Number 400200". */
  of: string;
};

type Outcome = "copied" | "failed" | null;

const shownForMs = 3000;

/** Copies a number or a name; says so in its own place. Where the browser lets nobody copy, the text is selected instead. */
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

/** Browsers have a clipboard only where the page is served over https or from this device. */
async function copyByClipboard(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}

/** Beside the button, since a dialog takes the focus back from outside of it. */
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
