// The Chairperson's actions on one member: each is a form in a modal.
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { assignRole, confirmPhone, removeRole, type User } from "#contract/members.ts";
import { resetTwoStep } from "#contract/two-step.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { memberName } from "./member.ts";

// MEM-21: assigning sends the role in lower case.
const officeOf = {
  chairperson: "Chairperson",
  "sec-gen": "Sec-Gen",
  treasurer: "Treasurer",
} as const;

type Fields = { role: "" | keyof typeof officeOf };

/** Gives a member an office; only active members can hold one (MEM-21). */
export function AssignRoleForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const text = useTranslations("members");
  const { offices } = useUiTexts();
  const assign = useAction(assignRole);
  const form = useForm<Fields>({ defaultValues: { role: "" } });
  const { errors, isDirty } = form.formState;
  const role = useWatch({ control: form.control, name: "role" });
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("role"));

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await assign.run({ params: { id: user.id }, body: { role: fields.role } });
    if (outcome.ok) onChanged();
    else showFieldErrors(form, outcome.error.errors);
  });

  if (!user.is_active || user.status !== "active") {
    return <Alert tone="note">{text("onlyActive", { name: memberName(user) })}</Alert>;
  }
  return (
    <Form onSubmit={submit}>
      <SelectField
        label={text("role")}
        placeholder={text("chooseRole")}
        options={Object.entries(officeOf).map(([value, office]) => ({
          value,
          label: offices[office],
        }))}
        error={errors.role?.message}
        help={
          role !== "" &&
          text("assignSummary", { name: memberName(user), role: offices[officeOf[role]] })
        }
        {...form.register("role", { required: text("roleRequired") })}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={assign.busy} className="w-full sm:w-auto">
          {text("assignRole")}
        </Button>
      </div>
    </Form>
  );
}

type RemoveRoleFormProps = { user: User; role: User["user_groups"][number]; onChanged: () => void };

/** Takes a member's office away. MEM-21: removing sends the role capitalised. */
export function RemoveRoleForm({ user, role, onChanged }: RemoveRoleFormProps) {
  const text = useTranslations("members");
  const { offices } = useUiTexts();
  const remove = useAction(removeRole);
  return (
    <ConfirmForm
      variant="danger"
      submit={text("removeRole")}
      busy={remove.busy}
      run={() => remove.run({ params: { id: user.id }, body: { role } })}
      onChanged={onChanged}
    >
      {text("removeSummary", { name: memberName(user), role: offices[role] })}
    </ConfirmForm>
  );
}

/** The Chairperson knows that the phone is the member's: it signs in from now on (MEM-12). */
export function ConfirmPhoneForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const text = useTranslations("members");
  const confirm = useAction(confirmPhone);
  const phone = user.pending_phone ?? "";
  return (
    <ConfirmForm
      variant="primary"
      submit={text("confirmPhone")}
      busy={confirm.busy}
      run={() => confirm.run({ params: { id: user.id }, body: { phone_seen: phone } })}
      onChanged={onChanged}
    >
      {text("confirmPhoneSummary", { name: memberName(user), phone, old: user.phone ?? "–" })}
    </ConfirmForm>
  );
}

/** Lets a member back in who lost both the authenticator and the recovery codes. */
export function ResetTwoStepForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const text = useTranslations("members");
  const reset = useAction(resetTwoStep);
  return (
    <ConfirmForm
      variant="danger"
      submit={text("resetTwoStep")}
      busy={reset.busy}
      run={() => reset.run({ params: { id: user.id } })}
      onChanged={onChanged}
    >
      {text("resetTwoStepSummary", { name: memberName(user) })}
    </ConfirmForm>
  );
}

type ConfirmFormProps = {
  variant: "primary" | "danger";
  submit: string;
  busy: boolean;
  run: () => Promise<{ ok: boolean }>;
  onChanged: () => void;
  /** What it does, in a sentence. */
  children: ReactNode;
};

/** No fields: what the button does, and the button. */
function ConfirmForm({ variant, submit, busy, run, onChanged, children }: ConfirmFormProps) {
  const send = async () => {
    const outcome = await run();
    if (outcome.ok) onChanged();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="flex flex-col gap-4"
    >
      <p>{children}</p>
      <div className="flex justify-end">
        <Button type="submit" variant={variant} busy={busy} className="w-full sm:w-auto">
          {submit}
        </Button>
      </div>
    </form>
  );
}
