import type { FormEvent } from "react";
import { useTranslations } from "use-intl";
import { confirmPhone, type User } from "#contract/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { memberName } from "./member-name.ts";

/** The Chairperson knows that the phone is the member's: it signs in from now on (MEM-12). */
export function ConfirmPhoneForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const text = useTranslations("members");
  const confirm = useAction(confirmPhone);
  const phone = user.pending_phone ?? "";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await confirm.run({ params: { id: user.id }, body: { phone_seen: phone } });
    if (outcome.ok) onChanged();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>
        {text("confirmPhoneSummary", { name: memberName(user), phone, old: user.phone ?? "–" })}
      </p>
      <div className="flex justify-end">
        <Button type="submit" busy={confirm.busy} className="w-full sm:w-auto">
          {text("confirmPhone")}
        </Button>
      </div>
    </form>
  );
}
