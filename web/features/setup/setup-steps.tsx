import { Check } from "lucide-react";
import { useTranslations } from "use-intl";
import { sayHowGroupBegins } from "#contract/setup.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";

export const stepNames = ["group", "chairperson", "offices", "books", "mail"] as const;

/** The progress of the setup: five steps, with the completed ones marked. */
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

/** Step 4: whether the group starts with empty books. */
export function BooksStep({ onDone }: { onDone: (begins: "new" | "books") => void }) {
  const text = useTranslations("setup");
  const say = useAction(sayHowGroupBegins);
  const choose = async (begins: "new" | "books") => {
    const outcome = await say.run({ body: { begins } });
    if (outcome.ok) onDone(begins);
  };
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {(["new", "books"] as const).map((begins) => (
        <li key={begins} className="flex flex-col gap-3 rounded-card border border-line p-4">
          <h3 className="font-semibold">{text(`books.${begins}.title`)}</h3>
          <p className="text-muted">{text(`books.${begins}.text`)}</p>
          <Button
            variant={begins === "new" ? "primary" : "secondary"}
            busy={say.busy}
            className="mt-auto"
            onClick={() => void choose(begins)}
          >
            {text(`books.${begins}.choose`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
