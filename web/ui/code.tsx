import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/**
 * A registration number or a reference: on one line, unless it is longer than a whole one (SCR-44). Each letter has the
 * same width, so whether a code fits does not depend on its letters.
 */
export function Code({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span className={cx("inline-block max-w-full font-mono wrap-break-word", className)}>
      {children}
    </span>
  );
}

/** A sentence in which a code stays on one line. */
export function withCode(sentence: string, code: string | null): ReactNode {
  const at = code ? sentence.indexOf(code) : -1;
  if (code === null || at === -1) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <Code>{code}</Code>
      {sentence.slice(at + code.length)}
    </>
  );
}
