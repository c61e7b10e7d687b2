import { useTranslations } from "use-intl";
import { answerMyFigures } from "#contract/opening.ts";
import { showFieldErrors } from "#web/api/field-errors.ts";
import { useAction } from "#web/api/use-action.ts";
import { useDraft } from "#web/api/use-draft.ts";
import { useForm } from "#web/api/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { TextareaField } from "#web/ui/field.tsx";

/** What the member thinks instead, for the officials to answer. */
export function NoForm({ onBack }: { onBack: () => void }) {
  const text = useTranslations("figures");
  const answer = useAction(answerMyFigures);
  const form = useForm({ defaultValues: { words: "" } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, "my figures");
  useFirstFocus(() => form.setFocus("words"));
  const submit = form.handleSubmit(async ({ words }) => {
    const outcome = await answer.run({ body: { answer: "no", words } });
    if (outcome.ok) {
      forget();
      onBack();
    } else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-4">
      <TextareaField
        label={text("words")}
        help={text("wordsHelp")}
        maxLength={1000}
        error={errors.words?.message}
        {...form.register("words", {
          validate: (words) => words.trim() !== "" || text("wordsRequired"),
        })}
      />
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={answer.busy}>
          {text("send")}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {text("back")}
        </Button>
      </div>
    </form>
  );
}
