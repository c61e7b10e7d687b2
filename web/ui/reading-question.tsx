import { useId } from "react";

type ReadingQuestionProps<Choice extends string> = {
  ask: string;
  /** What leads to the rows, such as the column that they show. */
  lead?: string;
  /** Some of the person's own rows, as they are written. */
  rows: readonly string[];
  /** `reads`: what the choice makes of the rows. */
  choices: readonly { choice: Choice; label: string; reads: readonly string[] }[];
  chosen: string | null | undefined;
  onChoose: (choice: Choice) => void;
};

/** What a file can mean in two ways: its own rows, and under each choice what it makes of them (STAT-68, OPEN-19). */
export function ReadingQuestion<Choice extends string>(props: ReadingQuestionProps<Choice>) {
  const { ask, lead, rows, choices, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="text-lg font-semibold wrap-anywhere">{ask}</legend>
      {lead !== undefined && <p className="text-sm">{lead}</p>}
      <ul className="mt-1 text-sm wrap-anywhere text-muted">
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {choices.map(({ choice, label, reads }) => (
          <label
            key={choice}
            className="flex cursor-pointer items-start gap-3 rounded-control border border-edge p-3 has-checked:border-brand has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={chosen === choice}
              onChange={() => onChoose(choice)}
              className="mt-0.5 size-5 flex-none accent-brand"
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{label}</span>
              {reads.map((read) => (
                <span key={read} className="block text-sm">
                  {read}
                </span>
              ))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
