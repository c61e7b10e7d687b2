import { useTranslations } from "use-intl";
import { formatDay } from "#web/ui/day.ts";
import { formatMoney } from "#web/ui/money.tsx";
import { ReadingQuestion } from "#web/ui/reading-question.tsx";
import type { OwnSheetMapping, Rehearsal } from "./use-opening-rehearsal.ts";

type Question = NonNullable<Rehearsal["own"]>["questions"][number];
type Reading = Question["examples"][number]["readings"][number];

type OwnQuestionsProps = {
  questions: readonly Question[];
  mapping: OwnSheetMapping;
  onChange: (answer: Partial<OwnSheetMapping>) => void;
};

/** What a sheet leaves open, asked once with the person's own rows as examples (OPEN-19). */
export function OwnQuestions({ questions, mapping, onChange }: OwnQuestionsProps) {
  const text = useTranslations("openingOwn.questions");
  if (questions.length === 0) return null;
  return (
    <section className="mt-6 space-y-6">
      <h4 className="text-base font-semibold">{text("title")}</h4>
      {questions.map((question) => (
        <ReadingQuestion
          key={`${question.kind} ${question.column} ${question.name}`}
          ask={text(`${question.kind}.ask`, { column: question.column })}
          rows={question.examples.map(({ row, written }) =>
            text("example", { row: String(row), written }),
          )}
          choices={choices[question.kind].map((choice) => ({
            choice,
            label: text(`choices.${choice}`),
            reads: readAs(question, choice).map(({ row, value }) =>
              text("example", { row: String(row), written: value }),
            ),
          }))}
          chosen={answerTo(question, mapping)}
          onChoose={(choice) => onChange(withAnswer(question, mapping, choice))}
        />
      ))}
    </section>
  );
}

const choices = {
  dates: ["as_written", "swapped"],
  thousands: ["thousands", "decimals"],
  zeros: ["padded", "as_written"],
  people: ["one", "several"],
} as const;
type Choice = (typeof choices)[Question["kind"]][number];

/** What a choice makes of each row, where it changes what is written. */
function readAs({ examples }: Question, choice: Choice): { row: number; value: string }[] {
  return examples.flatMap(({ row, readings }) =>
    readings
      .filter((reading) => reading.choice === choice)
      .map((reading) => ({ row, value: writtenOut(reading) }))
      .filter(({ value }) => value !== ""),
  );
}

function writtenOut({ day, amount, text }: Reading): string {
  if (day !== null) return formatDay(day);
  return amount === null ? (text ?? "") : formatMoney(amount);
}

function answerTo(
  { kind, name }: Question,
  { readings, zeros, people }: OwnSheetMapping,
): string | null {
  if (kind === "zeros") return zeros;
  if (kind === "people") return people.find((each) => each.name === name)?.are ?? null;
  return readings[kind];
}

function withAnswer(
  { kind, name }: Question,
  mapping: OwnSheetMapping,
  choice: Choice,
): Partial<OwnSheetMapping> {
  if (kind === "zeros") return { zeros: choice as OwnSheetMapping["zeros"] };
  if (kind !== "people") return { readings: { ...mapping.readings, [kind]: choice } };
  const others = mapping.people.filter((each) => each.name !== name);
  return { people: [...others, { name, are: choice as "one" | "several" }] };
}
