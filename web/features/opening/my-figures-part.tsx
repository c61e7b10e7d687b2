import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { answerMyFigures, getMyFigures } from "#endpoints/opening.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { TextareaField } from "#web/ui/field.tsx";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Money, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The member's figures from the group's book, and their answer; nothing for members who joined otherwise. */
export function MyFiguresPart() {
  const text = useTranslations("figures");
  const { data, error, refetch } = useEndpoint(getMyFigures);
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-44" />;
  if (data.date === null) return null;
  if (data.answer === null) return <MyFiguresCard figures={data} />;
  return (
    <Card title={text("profileTitle")}>
      <p className="mb-2 text-muted">{text("asOf", { day: formatDay(data.date) })}</p>
      <Facts
        facts={[
          { label: text("savings"), value: <Money amount={data.savings} /> },
          { label: text("loans"), value: <Money amount={data.loans} /> },
          { label: text("fines"), value: <Money amount={data.fines} /> },
        ]}
      />
      <p className="mt-3 font-semibold">{text(`answers.${data.answer}`)}</p>
      {data.words !== null && (
        <p className="wrap-anywhere text-muted">{text("yourWords", { words: data.words })}</p>
      )}
    </Card>
  );
}

type MyFigures = Pick<ReplyOf<typeof getMyFigures>, "detail">;

/** The book's figures for the member, confirmed or disputed once (OPEN-60). */
function MyFiguresCard({ figures }: { figures: MyFigures }) {
  const text = useTranslations("figures");
  const answer = useAction(answerMyFigures);
  const [isNo, setIsNo] = useState(false);
  return (
    <Card title={text("title")} className="border-brand!">
      <p className="max-w-prose text-lg">{unbroken(figures.detail)}</p>
      {isNo ? (
        <NoForm onBack={() => setIsNo(false)} />
      ) : (
        <div className="mt-4 flex flex-col gap-3 sm:flex-row">
          <Button busy={answer.busy} onClick={() => void answer.run({ body: { answer: "yes" } })}>
            {text("yes")}
          </Button>
          <Button variant="secondary" onClick={() => setIsNo(true)}>
            {text("no")}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** The member's own version, for the officials to answer. */
function NoForm({ onBack }: { onBack: () => void }) {
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
