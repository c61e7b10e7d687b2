import { useTranslations } from "use-intl";
import { sayHowGroupBegins } from "#contract/setup.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";

/** Step 4: whether the group begins with empty books. */
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
