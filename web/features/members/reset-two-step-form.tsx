import type { FormEvent } from "react";
import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { resetTwoStep } from "#contract/two-step.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { memberName } from "./member-name.ts";

/** Lets a member in again who lost both the authenticator and the recovery codes. */
export function ResetTwoStepForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const text = useTranslations("members");
  const reset = useAction(resetTwoStep);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await reset.run({ params: { id: user.id } });
    if (outcome.ok) onChanged();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>{text("resetTwoStepSummary", { name: memberName(user) })}</p>
      <div className="flex justify-end">
        <Button type="submit" variant="danger" busy={reset.busy} className="w-full sm:w-auto">
          {text("resetTwoStep")}
        </Button>
      </div>
    </form>
  );
}
