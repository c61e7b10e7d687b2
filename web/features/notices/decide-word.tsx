import { useTranslations } from "use-intl";
import { agreeToWord, endWord, type Word } from "#contract/words.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { TextareaField } from "#web/ui/field.tsx";
import { useWordWords } from "./use-word-words.ts";

type DecideWordProps = { word: Word; onDone: () => void };

/** What goes out with this press, in exact figures beside the button (SCR-24). */
export function AgreeToWord({ word, onDone }: DecideWordProps) {
  const text = useTranslations("notices.words");
  const words = useWordWords();
  const agree = useAction(agreeToWord);
  const { people, cost } = word;
  const press = async () => {
    await agree.run({ params: { id: word.id } });
    onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      <Quoted>{word.text}</Quoted>
      <Facts
        facts={[
          { label: text("by"), value: word.written_by.full_name },
          { label: text("to"), value: text(`audiences.${word.to}`) },
          { label: text("channels"), value: words.channels(word.channels) },
          { label: text("people"), value: people },
          { label: text("bySms"), value: word.by_sms },
          { label: text("parts"), value: word.parts },
          { label: text("cost"), value: formatMoney(cost) },
        ]}
      />
      <p className="text-sm text-muted">{text("agreeText")}</p>
      <Button busy={agree.busy} onClick={() => void press()} className="sm:self-end">
        {unbroken(text("sendFor", { people, cost: formatMoney(cost) }))}
      </Button>
    </div>
  );
}

/** Ends what waits, with the reason; who wrote it takes it back so. */
export function EndWordForm({ word, onDone }: DecideWordProps) {
  const text = useTranslations("notices.words");
  const end = useAction(endWord);
  const form = useForm({ defaultValues: { reason: "" } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, `end word ${word.id}`);
  useFirstFocus(() => form.setFocus("reason"));
  const submit = form.handleSubmit(async ({ reason }) => {
    const outcome = await end.run({ params: { id: word.id }, body: { reason } });
    if (outcome.ok) {
      forget();
      onDone();
    } else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Quoted>{word.text}</Quoted>
      <TextareaField
        label={text("reason")}
        maxLength={500}
        error={errors.reason?.message}
        {...form.register("reason", {
          validate: (reason) => reason.trim() !== "" || text("reasonRequired"),
        })}
      />
      <Button type="submit" variant="danger" busy={end.busy} className="sm:self-end">
        {text(word.may_agree ? "end" : "takeBack")}
      </Button>
    </form>
  );
}

function Quoted({ children }: { children: string }) {
  return (
    <p className="rounded-control border border-line bg-sunken p-3 wrap-anywhere whitespace-pre-line">
      {children}
    </p>
  );
}
