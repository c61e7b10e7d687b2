// What a file leaves open that can be read in two ways (STAT-68): asked once, with three of the person's own rows.
import { useTranslations } from "use-intl";
import { doubtKinds, type DoubtKind } from "#domain/statements/readings.ts";
import {
  changeStatementReadings,
  type StatementAccount,
  type StatementQuestion,
} from "#endpoints/statements.ts";
import { useAction } from "#web/api/use-action.ts";
import { useForm } from "#web/api/use-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { SelectField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { ReadingQuestion } from "#web/ui/reading-question.tsx";
import type { Rehearsal } from "./use-rehearsal.ts";

type Readings = StatementAccount["readings"];

type QuestionsProps = {
  /** Those that were asked of this file, answered or not. */
  questions: Rehearsal["questions"];
  readings: Readings;
  onAnswer: (readings: Readings) => void;
};

export function Questions({ questions, readings, onAnswer }: QuestionsProps) {
  const text = useTranslations("statements.questions");
  if (questions.length === 0) return null;
  return (
    <Card>
      <p className="mb-4 text-sm text-muted">{text("lead")}</p>
      <div className="space-y-6">
        {questions.map(({ kind, column, examples }) => (
          <ReadingQuestion<string>
            key={kind}
            ask={text(kind)}
            lead={text("inRows", { column })}
            rows={examples.map(({ line, row }) => text("row", { line: String(line), row }))}
            choices={doubtKinds[kind].map((choice) => ({
              choice,
              label: text(`choices.${choice}`),
              reads: examples.map((example) =>
                text("reads", { line: String(example.line), value: readAs(example, choice) }),
              ),
            }))}
            chosen={readings[kind]}
            onChoose={(choice) => onAnswer({ ...readings, [kind]: choice })}
          />
        ))}
      </div>
    </Card>
  );
}

function readAs({ readings }: StatementQuestion["examples"][number], choice: string): string {
  const reading = readings.find((each) => each.choice === choice);
  if (reading === undefined) return "–";
  if (reading.day !== null) return formatDay(reading.day);
  return reading.amount === null ? "–" : formatMoney(reading.amount);
}

const kinds = Object.keys(doubtKinds) as DoubtKind[];

/** What was answered for an account, to be changed or asked again. */
export function ReadingsForm({
  account,
  onDone,
}: {
  account: StatementAccount;
  onDone: () => void;
}) {
  const text = useTranslations("statements.questions");
  const change = useAction(changeStatementReadings);
  const form = useForm<Record<DoubtKind, string>>({
    defaultValues: Object.fromEntries(kinds.map((kind) => [kind, account.readings[kind] ?? ""])),
  });
  useUnsaved(form.formState.isDirty);
  const submit = form.handleSubmit(async (body) => {
    const outcome = await change.run({ params: { id: account.id }, body });
    if (outcome.ok) onDone();
  });
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">{text("openText")}</p>
      {kinds.map((kind) => (
        <SelectField
          key={kind}
          label={text(kind)}
          placeholder={text("again")}
          optional
          options={doubtKinds[kind].map((choice) => ({
            value: choice,
            label: text(`choices.${choice}`),
          }))}
          {...form.register(kind)}
        />
      ))}
      <Button type="submit" busy={change.busy}>
        {text("save")}
      </Button>
    </Form>
  );
}
