import type { FormEvent } from "react";
import { useTranslations } from "use-intl";
import { removeRole, type User } from "#contract/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { memberName } from "./member-name.ts";

type RemoveRoleFormProps = { user: User; role: User["user_groups"][number]; onChanged: () => void };

/** Takes a member's office away. MEM-21: removing sends the role capitalised. */
export function RemoveRoleForm({ user, role, onChanged }: RemoveRoleFormProps) {
  const text = useTranslations("members");
  const { offices } = useUiTexts();
  const remove = useAction(removeRole);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await remove.run({ params: { id: user.id }, body: { role } });
    if (outcome.ok) onChanged();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>{text("removeSummary", { name: memberName(user), role: offices[role] })}</p>
      <div className="flex justify-end">
        <Button type="submit" variant="danger" busy={remove.busy} className="w-full sm:w-auto">
          {text("removeRole")}
        </Button>
      </div>
    </form>
  );
}
