import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { assignRole, type User } from "#contract/members.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { memberName } from "./member-name.ts";

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
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
    </form>
  );
}
