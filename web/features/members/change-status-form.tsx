import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { manageUser, type User } from "#contract/members.ts";
import {
  offeredActions,
  takesOfficeAway,
  type ManageAction,
} from "#domain/members/member-status.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { SelectField, TextareaField } from "#web/ui/field.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { memberName } from "./member.ts";

type ChangeStatusFormProps = { user: User; onChanged: () => void };

type Fields = { action: "" | ManageAction; reject_reason: string };

/** Change Status (MEM-17): only the actions that the member's state offers; rejecting needs a reason. */
export function ChangeStatusForm({ user, onChanged }: ChangeStatusFormProps) {
  const text = useTranslations("members");
  const { offices } = useUiTexts();
  const change = useAction(manageUser);
  const form = useForm<Fields>({ defaultValues: { action: "", reject_reason: "" } });
  const { errors, isDirty } = form.formState;
  const action = useWatch({ control: form.control, name: "action" });
  useUnsaved(isDirty);
  const forget = useDraft(form, `status ${user.id}`);
  useFirstFocus(() => form.setFocus("action"));

  const name = memberName(user);
  const office = user.user_groups[0];
  const offered = offeredActions({
    status: user.status,
    isActive: user.is_active,
    // EXIT-10: a member who has exited is either cleared or dormant with a bad debt.
    exited: user.has_cleared || user.bad_debt_outstanding > 0,
  });

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

  if (offered.length === 0) return <Alert tone="note">{text("nothingToChange")}</Alert>;
  return (
    <Form onSubmit={submit}>
      <Facts
        facts={[
          { label: text("regNumber"), value: user.reg_number },
          { label: text("email"), value: <span className="break-all">{user.email ?? "–"}</span> },
          { label: text("phone"), value: user.phone ?? "–" },
        ]}
      />
      <SelectField
        label={text("action")}
        placeholder={text("choose")}
        options={offered.map((each) => ({ value: each, label: text(`actions.${each}`) }))}
        error={errors.action?.message}
        help={action !== "" && text(`explain.${action}`, { name })}
        {...form.register("action", { required: text("actionRequired") })}
      />
      {action === "reject" && (
        <TextareaField
          label={text("reason")}
          help={text("reasonHelp")}
          maxLength={500}
          error={errors.reject_reason?.message}
          {...form.register("reject_reason", {
            validate: (reason) => reason.trim() !== "" || text("reasonRequired"),
          })}
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
