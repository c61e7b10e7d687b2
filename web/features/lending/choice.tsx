import { type ReactNode, useId } from "react";

type ChoiceProps = {
  /** The same for all choices of one question. */
  group: string;
  value: string;
  chosen: string;
  onChoose: (value: string) => void;
  name: string;
  children: ReactNode;
};

/** One of several answers, with a sentence about it. */
export function Choice({ group, value, chosen, onChoose, name, children }: ChoiceProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded-control border border-edge p-3 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2"
    >
      <input
        id={id}
        type="radio"
        name={group}
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
        className="mt-0.5 size-5 flex-none accent-brand"
      />
      <span className="font-semibold wrap-anywhere">{name}</span>
      <span className="col-start-2 text-sm">{children}</span>
    </label>
  );
}
