import { ChevronDown, CircleAlert, Eye, EyeOff } from "lucide-react";
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { IconButton } from "./button.tsx";
import { useUiTexts } from "./texts.tsx";
import { unbroken } from "./money.tsx";

export type FieldProps = {
  label: string;
  /** Help below the field. */
  help?: ReactNode;
  /** What is wrong and what to do; several are listed. */
  error?: string | readonly string[] | undefined;
  /** Fields are required unless marked. */
  optional?: boolean;
  /** Layout only, e.g. `md:col-span-2`. */
  className?: string | undefined;
};

type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, "className">;

/** One line of text. Takes every attribute of an input, and a form library's `ref`, `name`, `onChange`, `onBlur`. */
export function TextField({
  label,
  help,
  error,
  optional,
  className,
  id,
  ...rest
}: TextFieldProps) {
  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => <input type="text" {...rest} {...wiring} className={controlClass} />}
    </Field>
  );
}

/** A payment reference: in capitals and without autocorrect. */
export function ReferenceField(props: TextFieldProps) {
  return <TextField autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />;
}

export type TextareaFieldProps = FieldProps & Omit<ComponentProps<"textarea">, "className">;

/** Several lines of text. */
export function TextareaField(props: TextareaFieldProps) {
  const { label, help, error, optional, className, id, ...rest } = props;

  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => (
        <textarea rows={3} {...rest} {...wiring} className={cx(controlClass, "resize-y")} />
      )}
    </Field>
  );
}

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<"select">, "className" | "children"> & {
    options: readonly { value: string; label: string; disabled?: boolean }[];
    /** Shown first with the empty value, e.g. "Choose a type". */
    placeholder?: string;
  };

/** The device's own list of choices. */
export function SelectField(props: SelectFieldProps) {
  const { label, help, error, optional, className, id, options, placeholder, ...rest } = props;

  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => (
        <span className="relative block">
          <select {...rest} {...wiring} className={cx(controlClass, "appearance-none pe-10")}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute end-3 top-1/2 size-5 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </Field>
  );
}

type PasswordFieldProps = FieldProps & Omit<ComponentProps<"input">, "className" | "type">;

/** A password that can be revealed. Set `autoComplete` to "current-password" or "new-password". */
export function PasswordField(props: PasswordFieldProps) {
  const { label, help, error, optional, className, id, ...rest } = props;
  const texts = useUiTexts();
  const [shown, setShown] = useState(false);

  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...wiring}
            type={shown ? "text" : "password"}
            className={cx(controlClass, "pe-12")}
          />
          <IconButton
            label={shown ? texts.hidePassword : texts.showPassword}
            icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            onClick={() => setShown(!shown)}
            className="absolute end-0 top-0 hover:bg-transparent"
          />
        </span>
      )}
    </Field>
  );
}

/** Connects a control to its label, help and error. Spread it on the control. */
type FieldWiring = {
  id: string;
  required: boolean;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
};

/** Label above, control, error under it, help below. Forms are `noValidate`: the messages are ours. */
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

/** The style shared by inputs and selects. */
export const controlClass =
  "block min-h-11 w-full min-w-0 rounded-control border border-edge bg-card px-3 py-2 text-base text-ink transition-colors " +
  "placeholder:text-muted hover:border-ink focus-visible:border-brand focus-visible:outline-offset-0 " +
  "aria-invalid:border-bad aria-invalid:bg-bad-ground/40 disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken";
