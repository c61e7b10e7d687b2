import { Check } from "lucide-react";
import { useTranslations } from "use-intl";
import { cx } from "#web/ui/cx.ts";

export const stepNames = ["group", "chairperson", "offices", "books", "mail"] as const;

/** Where one is in the setup: five steps, the done ones marked. */
export function SetupSteps({ current }: { current: number }) {
  const text = useTranslations("setup");
  return (
    <ol aria-label={text("stepsLabel")} className="grid grid-cols-5 gap-1 md:gap-3">
      {stepNames.map((name, index) => {
        const number = index + 1;
        const isDone = number < current;
        return (
          <li
            key={name}
            aria-current={number === current ? "step" : undefined}
            className={cx(
              "flex min-w-0 flex-col items-center gap-1 border-t-4 pt-2 text-center text-sm",
              number <= current ? "border-brand" : "border-line text-muted",
              number === current && "font-semibold",
            )}
          >
            <span className="flex items-center gap-1 tabular-nums">
              {number}
              {isDone && <Check aria-label={text("stepDone")} className="size-4 text-good" />}
            </span>
            <span className="hidden sm:block">{text(`steps.${name}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
