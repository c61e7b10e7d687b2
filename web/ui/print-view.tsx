import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { fill, useUiTexts } from "./texts.tsx";

type PrintViewProps = {
  /** The title at the top of the sheet. */
  group: string;
  title: string;
  /** The date or period of the sheet, in words: "21 Nov 2026". */
  asOn?: string;
  /** For figures that are not current, in words: "Figures as of 21 Nov 2026, 09:30.". */
  asOf?: string | undefined;
  /** Today in words, for the footer. */
  printedOn: string;
  /** Below it: the state of the log, which proves the sheet. */
  proof?: string | undefined;
  /** Beside the print button, e.g. a PDF download. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * A sheet that prints without the rest of the page, also from inside a modal: black on white, group and date at the
 * top.
 */
export function PrintView({
  group,
  title,
  asOn,
  asOf,
  printedOn,
  proof,
  actions,
  children,
}: PrintViewProps) {
  const texts = useUiTexts();
  return (
    <div>
      <div data-print="never" className="mb-4 flex flex-wrap justify-end gap-2">
        {actions}
        <Button variant="secondary" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          {texts.print}
        </Button>
      </div>
      <article
        data-print="sheet"
        className="rounded-card border border-line bg-card p-3 min-[360px]:p-4 md:p-8 print:border-0 print:p-0"
      >
        <header className="mb-6 border-b-2 border-ink pb-3">
          <p className="text-sm font-semibold text-muted">{group}</p>
          <h2 className="text-xl">{title}</h2>
          {asOn && <p>{fill(texts.asOn, { date: asOn })}</p>}
          {asOf && <p>{asOf}</p>}
        </header>
        {children}
        <footer className="mt-8 text-sm text-muted">
          {fill(texts.printedOn, { date: printedOn })}
          {proof !== undefined && <span className="block text-xs break-all">{proof}</span>}
        </footer>
      </article>
    </div>
  );
}
