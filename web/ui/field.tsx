import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { useUiTexts } from "./texts.tsx";
import { unbroken } from "./unbroken.tsx";

export type FieldProps = {
  label: string;
  /** A sentence below the field that helps to fill it. */
  help?: ReactNode;
  /** What is wrong and what to do; several are listed. */
  error?: string | readonly string[] | undefined;
  /** Fields are required unless they say so. */
  optional?: boolean;
  /** Layout only, e.g. `md:col-span-2`. */
  className?: string | undefined;
};

/** What ties a control to its label, help and error. Spread it on the control. */
export type FieldWiring = {
  id: string;
  required: boolean;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
};

/** Label above, control, error under it, help below. Forms are `noValidate`: the words are ours. */
export function Field({
  id,
  label,
  help,
  error,
  optional = false,
  className,
  children,
}: FieldProps & { id?: string | undefined; children: (wiring: FieldWiring) => ReactNode }) {
  const texts = useUiTexts();
  const ownId = useId();
  const controlId = id ?? ownId;
  const errors = error === undefined ? [] : typeof error === "string" ? [error] : error;
  const wrong = errors.length > 0;
  const described = [wrong && `${controlId}-error`, help && `${controlId}-help`].filter(Boolean);

  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={controlId} className="w-fit text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> ({texts.optional})</span>}
      </label>
      {children({
        id: controlId,
        required: !optional,
        "aria-invalid": wrong || undefined,
        "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
      })}
      {wrong && (
        <div id={`${controlId}-error`} className="flex gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
          {errors.length === 1 ? (
            <p>{unbroken(errors[0])}</p>
          ) : (
            <ul className="space-y-0.5">
              {errors.map((each) => (
                <li key={each}>{unbroken(each)}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {help && (
        <p id={`${controlId}-help`} className="text-sm text-muted">
          {unbroken(help)}
        </p>
      )}
    </div>
  );
}

/** The looks shared by every control that is typed or chosen in. */
export const controlClass =
  "block min-h-11 w-full min-w-0 rounded-control border border-edge bg-card px-3 py-2 text-base text-ink transition-colors " +
  "placeholder:text-muted hover:border-ink focus-visible:border-brand focus-visible:outline-offset-0 " +
  "aria-invalid:border-bad aria-invalid:bg-bad-ground/40 disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken";
