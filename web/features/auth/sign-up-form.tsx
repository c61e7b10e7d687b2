import { useEffect, useState, type ChangeEvent } from "react";
import { passwordForm } from "#domain/members/password-form.ts";
import { useDraft, useForm } from "#web/api/use-form.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { FormErrors } from "#web/ui/form.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";
import { fill } from "#web/ui/texts.tsx";
import { showToast } from "#web/ui/toaster.tsx";
import {
  emailShape,
  linesOf,
  refusalOf,
  resendActivation,
  showFieldErrors,
  signUp,
  type SignUpAnswer,
  type SignUpFields,
  useAuthTexts,
} from "./auth-forms.ts";

// In the order of the form.
const empty: SignUpFields = {
  first_name: "",
  last_name: "",
  username: "",
  RegNo: "",
  email: "",
  phone: "",
  password: "",
  confirm_password: "",
};

type SignUpFormProps = {
  onSignedUp: (email: string, answer: SignUpAnswer) => void;
  /** Makes the account in another way than signing up. */
  send?: (fields: SignUpFields) => Promise<SignUpAnswer>;
  /** The button's text instead of "Register". */
  submitLabel?: string;
  /** Known facts of the person. */
  known?: Partial<SignUpFields>;
  /** The registration number is fixed. */
  isBound?: boolean;
  /** Values from the group's book, masked: an empty field keeps the book's value (OPEN-53). */
  /** Whoever is invited personally may have no email (MEM-51). */
  mayLackEmail?: boolean;
  masked?: { email: string | null; phone: string | null; help: (masked: string) => string };
  /** Called on each change, without the passwords. */
  onTyped?: (fields: Partial<SignUpFields>) => void;
};

/** SCR-25: eight fields, all required; the server's errors are listed under each. */
export function SignUpForm(props: SignUpFormProps) {
  const { onSignedUp, send: sendAccount = signUp, known, isBound = false, masked, onTyped } = props;
  const { mayLackEmail = false } = props;
  const texts = useAuthTexts().signUp;
  const form = useForm<SignUpFields>({
    mode: "onTouched",
    defaultValues: { ...empty, ...known },
  });
  const forget = useDraft(form, "sign-up", ["password", "confirm_password"]);
  const [strays, setStrays] = useState<string[]>([]);
  const { errors, isSubmitting } = form.formState;
  useEffect(() => {
    const { unsubscribe } = form.watch((fields) => {
      const typed = { ...fields };
      delete typed.password;
      delete typed.confirm_password;
      onTyped?.(typed);
    });
    return unsubscribe;
  }, [form, onTyped]);

  const send = async (values: SignUpFields) => {
    setStrays([]);
    try {
      const answer = await sendAccount(values);
      showToast("success", answer.detail || texts.done);
      forget();
      onSignedUp(values.email, answer);
    } catch (error) {
      const refusal = refusalOf(error);
      showToast("error", refusal.detail || texts.failed);
      setStrays(showFieldErrors(form, refusal.errors));
    }
  };
  // Faults that only the server knows, such as a taken username, appear together with what is missing here.
  const submit = form.handleSubmit(send, async () => {
    const values = form.getValues();
    if (Object.values(values).some((value) => value.trim() !== "")) await send(values);
  });

  const isKnown = (name: keyof SignUpFields) =>
    (mayLackEmail && name === "email") ||
    ((name === "email" || name === "phone") && (masked?.[name] ?? null) !== null);
  const helpOf = (name: "email" | "phone", usual?: string) =>
    masked?.[name] == null ? usual : masked.help(masked[name]);
  const field = (name: keyof SignUpFields, label: string) => ({
    label,
    optional: isKnown(name),
    error: linesOf(errors[name]),
    ...form.register(name, {
      validate: (value, all) => {
        if (value.trim() === "") return isKnown(name) || fill(texts.required, { label });
        if (name === "email" && !emailShape.test(value.trim())) return texts.emailShape;
        if (name === "confirm_password" && passwordForm(value) !== passwordForm(all.password))
          return texts.mismatch;
        return true;
      },
    }),
  });
  // In the order of the form: the first invalid field gets the focus.
  const fields = {
    first_name: field("first_name", texts.firstName),
    last_name: field("last_name", texts.lastName),
    username: field("username", texts.username),
    RegNo: field("RegNo", texts.regNo),
    email: field("email", texts.email),
    phone: field("phone", texts.phone),
    password: field("password", texts.password),
    confirm_password: field("confirm_password", texts.confirmPassword),
  };
  const numericOnly = (event: ChangeEvent<HTMLInputElement>) => {
    event.target.value = event.target.value.replace(/[^\d+ ]/g, "");
    return fields.phone.onChange(event);
  };
  const plain = { autoCapitalize: "none", spellCheck: false } as const;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 md:grid-cols-2">
      {strays.length > 0 && (
        <div className="md:col-span-2">
          <FormErrors errors={strays.map((message) => ({ message }))} />
        </div>
      )}
      <TextField {...fields.first_name} readOnly={masked !== undefined} autoComplete="given-name" />
      <TextField {...fields.last_name} readOnly={masked !== undefined} autoComplete="family-name" />
      <TextField {...fields.username} {...plain} autoComplete="nickname" />
      <TextField
        {...fields.RegNo}
        {...plain}
        readOnly={isBound}
        autoComplete="off"
        help={texts.regNoHelp}
      />
      <TextField
        {...fields.email}
        {...plain}
        type="email"
        autoComplete="email"
        help={helpOf("email")}
      />
      <TextField
        {...fields.phone}
        onChange={(event) => void numericOnly(event)}
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        help={helpOf("phone", texts.phoneHelp)}
      />
      <PasswordField {...fields.password} autoComplete="new-password" help={texts.passwordHelp} />
      <PasswordField {...fields.confirm_password} autoComplete="new-password" />
      <Button type="submit" busy={isSubmitting} className="md:col-span-2">
        {props.submitLabel ?? texts.submit}
      </Button>
    </form>
  );
}

type SignedUpProps = {
  email: string;
  waits?: boolean;
  /** What proves a claim, instead of the usual sentences. */
  next?: string | undefined;
  /** False: no mail was sent, so there is none to wait for. */
  isMailed?: boolean;
};

/** The step after signing up: the mail, and what to do when it does not arrive. */
export function SignedUp({ email, waits = true, next, isMailed = true }: SignedUpProps) {
  const texts = useAuthTexts().signUp;
  const [sending, setSending] = useState(false);

  const resend = async () => {
    setSending(true);
    try {
      showToast("success", (await resendActivation(email)).detail);
    } catch (error) {
      showToast("error", refusalOf(error).detail);
    }
    setSending(false);
  };

  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <LetterDrawing />
      <h3 className="text-xl" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {isMailed ? texts.sentTitle : texts.stepTitle}
      </h3>
      <p className="max-w-prose">{next ?? fill(texts.sentText, { email })}</p>
      {next === undefined && (
        <p className="max-w-prose text-muted">{waits ? texts.sentNext : texts.sentThenIn}</p>
      )}
      {isMailed && <p className="mt-4 text-sm text-muted">{texts.notArrived}</p>}
      <div className="flex flex-wrap justify-center gap-3">
        {isMailed && (
          <Button variant="secondary" busy={sending} onClick={() => void resend()}>
            {texts.resend}
          </Button>
        )}
        <a href="/" className={buttonClass("quiet")}>
          {texts.close}
        </a>
      </div>
    </div>
  );
}

/** An envelope sealed with a ring. Decorative. */
function LetterDrawing() {
  return (
    <svg viewBox="0 0 120 88" fill="none" aria-hidden className="h-24">
      <rect x="10" y="14" width="100" height="66" rx="8" fill="var(--brand-soft)" />
      <path
        d="M10 24 54 54a11 11 0 0 0 12 0l44-30M10 72l34-26M110 72 76 46"
        stroke="var(--brand)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <rect x="10" y="14" width="100" height="66" rx="8" stroke="var(--brand)" strokeWidth="2.5" />
      <circle cx="100" cy="20" r="14" fill="var(--marigold)" />
      <path
        d="m94 20 4.5 4.5 8-9"
        stroke="var(--on-marigold)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
