// What every form shares: its layout, its refusals at the top, the first focus, and whether typed values are unsent.
import { CircleAlert } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode, type FormEvent, type Ref } from "react";
import { useUiTexts } from "./texts.tsx";
import { unbroken } from "./money.tsx";

type FormProps = {
  /** A form library's. */
  onSubmit: (event: FormEvent) => Promise<unknown>;
  children: ReactNode;
};

/** Fields below each other. The browser validates nothing: we show our own messages. */
export function Form({ onSubmit, children }: FormProps) {
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
      {children}
    </form>
  );
}

/** The end of a form: what will happen, beside the button that does it (SCR-24). */
export function FormFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4 sm:flex-row sm:items-center sm:justify-between">
      {children}
    </div>
  );
}

type FormErrorsProps = {
  /** The server's sentence, or why nothing was sent. */
  title?: string | undefined;
  /** Each with the id of its field if the form has one; others are shown only here. */
  errors?: readonly { message: string; fieldId?: string | undefined }[];
  /** To move the focus here after a refusal: `ref.current?.focus()`. */
  ref?: Ref<HTMLDivElement>;
};

/** What to correct, at the top of a form; each line leads to its field. */
export function FormErrors({ title, errors = [], ref }: FormErrorsProps) {
  const texts = useUiTexts();
  if (title === undefined && errors.length === 0) return null;

  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-control border border-bad/40 bg-bad-ground p-3 text-ink"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none text-bad" />
      <div className="min-w-0">
        <p className="font-semibold">{unbroken(title ?? texts.errorSummary)}</p>
        {errors.length > 0 && (
          <ul className="mt-1 list-disc space-y-1 ps-5 text-sm">
            {errors.map(({ message, fieldId }) => (
              <li key={`${fieldId}-${message}`}>
                {fieldId ? (
                  <a
                    href={`#${fieldId}`}
                    onClick={(event) => focusField(event, fieldId)}
                    className="underline"
                  >
                    {unbroken(message)}
                  </a>
                ) : (
                  unbroken(message)
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function focusField(event: { preventDefault: () => void }, fieldId: string): void {
  event.preventDefault();
  document.getElementById(fieldId)?.focus();
}

/** Focuses the first field of a form that appears in an open modal; not on touch, where a keyboard would cover it. */
export function useFirstFocus(focusFirst: () => void): void {
  const first = useRef(focusFirst);
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) first.current();
  }, []);
}

/** The forms with unsent values: a page with one asks before it is left. */
const unsaved = new Set<string>();

/** Marks this form as unsent while `dirty` and mounted. */
export function useUnsaved(dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!dirty) return;
    unsaved.add(id);
    return () => {
      unsaved.delete(id);
    };
  }, [id, dirty]);
}

export function somethingUnsaved(): boolean {
  return unsaved.size > 0;
}
