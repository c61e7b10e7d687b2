import { ChevronDown } from "lucide-react";
import { useTranslations } from "use-intl";

const steps = ["office", "sheet", "mend", "accept", "members"] as const;
const questions = ["balance", "money", "fines", "noPhone", "wrong"] as const;

/** The one page of the guide that a Treasurer needs, where it is needed: the way, and what is asked most often. */
export function Guide() {
  const text = useTranslations("opening.guide");
  return (
    <section className="max-w-prose">
      <p className="text-muted">{text("who")}</p>
      <details className="group mt-1">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 font-semibold">
          <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
          {text("title")}
        </summary>
        <ol className="list-decimal space-y-1 ps-6">
          {steps.map((step) => (
            <li key={step}>{text(`steps.${step}`)}</li>
          ))}
        </ol>
        <dl className="mt-4 space-y-3">
          {questions.map((each) => (
            <div key={each}>
              <dt className="font-semibold">{text(`questions.${each}.ask`)}</dt>
              <dd className="text-muted">{text(`questions.${each}.answer`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
