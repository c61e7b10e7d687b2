// The Chairperson's actions on one member: each is a form in a modal.
import { useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import {
  assignRole,
  confirmAccount,
  confirmPhone,
  handOverReset,
  removeRole,
  type User,
  manageUser,
} from "#endpoints/members.ts";
import { resetTwoStep } from "#endpoints/two-step.ts";
import {
  type ManageAction,
  manageActions,
  memberFacts,
  offeredActions,
  takesOfficeAway,
  whyNotChange,
} from "#domain/members/member-status.ts";
import { whyOfficeStays } from "#domain/members/office-proposal.ts";
import type { Refusal } from "#domain/refusal.ts";
import { useAction } from "#web/api/use-action.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { showFieldErrors, useForm, useDraft } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { memberName } from "./member.tsx";
import { NameWarning } from "./name-warning.tsx";
import { whyNoOfficeFor } from "./offered-acts.ts";

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

  const refusal = whyNoOfficeFor(user, "Treasurer");
  if (refusal !== null) return <WhyNot user={user} refusal={refusal} />;
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

/** Why the server would refuse, in the page's words. */
function WhyNot({ user, refusal: { code } }: { user: User; refusal: Refusal }) {
  const text = useTranslations("members");
  const reason =
    code === "last-chairperson"
      ? "lastChairperson"
      : code === "email-not-confirmed"
        ? "unproven"
        : code === "office-needs-contribution"
          ? "needsContribution"
          : "onlyActive";
  return <Alert tone="note">{text(reason, { name: memberName(user) })}</Alert>;
}

type RemoveRoleFormProps = { user: User; role: User["user_groups"][number]; onChanged: () => void };

/** Takes a member's office away. MEM-21: removing sends the role capitalised. */
export function RemoveRoleForm({ user, role, onChanged }: RemoveRoleFormProps) {
  const text = useTranslations("members");
  const { offices } = useUiTexts();
  const remove = useAction(removeRole);
  const refusal = whyOfficeStays({ ...memberFacts(user), office: role }, role);
  if (refusal !== null) return <WhyNot user={user} refusal={refusal} />;
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

/** The Chairperson has met whoever signed up: they sign in with their phone from now on (MEM-51). */
export function ConfirmAccountForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const text = useTranslations("members");
  const confirm = useAction(confirmAccount);
  const phone = user.phone ?? "";
  return (
    <ConfirmForm
      variant="primary"
      submit={text("confirmAccount")}
      busy={confirm.busy}
      run={() => confirm.run({ params: { id: user.id }, body: { phone_seen: phone } })}
      onChanged={onChanged}
    >
      {text("confirmAccountSummary", { name: memberName(user), phone, reg: user.reg_number })}
    </ConfirmForm>
  );
}

/** Makes the link that sets a new password for a member whom no mail reaches, and shows it this once (MEM-52). */
export function HandOverResetForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const text = useTranslations("members");
  const handOver = useAction(handOverReset);
  const [url, setUrl] = useState<string | null>(null);
  const name = memberName(user);
  const run = async () => {
    const outcome = await handOver.run({ params: { id: user.id } });
    if (outcome.ok) setUrl(outcome.reply.url);
    return outcome;
  };
  if (url === null)
    return (
      <ConfirmForm
        variant="primary"
        submit={text("handOverReset")}
        busy={handOver.busy}
        run={run}
        onChanged={() => undefined}
      >
        {text("handOverSummary", { name })}
      </ConfirmForm>
    );
  return (
    <Alert tone="good" live title={text("handOverReady", { name })}>
      <p className="font-mono text-sm [overflow-wrap:anywhere]">{url}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <CopyButton value={url} of={text("handOverLink")} />
        <Button variant="quiet" onClick={onChanged}>
          {text("handOverDone")}
        </Button>
      </div>
    </Alert>
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

type ChangeStatusFormProps = { user: User; onChanged: () => void };

type StatusFields = { action: "" | ManageAction; reject_reason: string };

/** Change Status (MEM-17): only the actions that the member's state offers; rejecting needs a reason. */
export function ChangeStatusForm({ user, onChanged }: ChangeStatusFormProps) {
  const text = useTranslations("members");
  const { offices } = useUiTexts();
  const change = useAction(manageUser);
  const form = useForm<StatusFields>({ defaultValues: { action: "", reject_reason: "" } });
  const { errors, isDirty } = form.formState;
  const action = useWatch({ control: form.control, name: "action" });
  useUnsaved(isDirty);
  const forget = useDraft(form, `status ${user.id}`);
  useFirstFocus(() => form.setFocus("action"));

  const name = memberName(user);
  const office = user.user_groups[0];
  const facts = memberFacts(user);
  const offered = offeredActions(facts);
  const withheld = manageActions
    .map((each) => whyNotChange(facts, each))
    .find((refusal) => refusal !== null && refusal.code !== "action-not-offered");

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await change.run({
      params: { id: user.id },
      body: {
        action: fields.action,
        reject_reason: fields.action === "reject" ? fields.reject_reason : undefined,
      },
    });
    if (outcome.ok) {
      forget();
      onChanged();
    } else showFieldErrors(form, outcome.error.errors);
  });

  if (offered.length === 0)
    return withheld ? (
      <WhyNot user={user} refusal={withheld} />
    ) : (
      <Alert tone="note">{text("nothingToChange")}</Alert>
    );
  return (
    <Form onSubmit={submit}>
      {withheld && <WhyNot user={user} refusal={withheld} />}
      <Facts
        facts={[
          { label: text("regNumber"), value: user.reg_number },
          { label: text("email"), value: <span className="break-all">{user.email ?? "–"}</span> },
          { label: text("phone"), value: user.phone ?? "–" },
        ]}
      />
      <NameWarning user={user} />
      <SelectField
        label={text("action")}
        placeholder={text("choose")}
        options={offered.map((each) => ({ value: each, label: text(`actions.${each}`) }))}
        error={errors.action?.message}
        help={action !== "" && text(`explain.${action}`, { name })}
        {...form.register("action", { required: text("actionRequired") })}
      />
      {action === "reject" && (
        <ReasonField
          control={form.control}
          name="reject_reason"
          label={text("reason")}
          help={text("reasonHelp")}
          required={text("reasonRequired")}
        />
      )}
      {action !== "" && office !== undefined && takesOfficeAway(action) && (
        <Alert live tone="waiting">
          {text("losesOffice", { name, role: offices[office] })}
        </Alert>
      )}
      <div className="flex justify-end">
        <Button
          type="submit"
          variant={action === "reject" || action === "deactivate" ? "danger" : "primary"}
          busy={change.busy}
          className="w-full sm:w-auto"
        >
          {text("submitStatus")}
        </Button>
      </div>
    </Form>
  );
}
