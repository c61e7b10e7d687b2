import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { Alert } from "#web/ui/alert.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** Warns whoever decides on a member whose name is an official's, or has an office in it (MEM-7). */
export function NameWarning({ user }: { user: User }) {
  const text = useTranslations("members");
  const { offices } = useUiTexts();
  const warnings = [
    ...(user.same_name_as ?? []).map(({ office, full_name, reg_number }) =>
      text("sameName", { office: offices[office], name: full_name, reg: reg_number }),
    ),
    ...(user.named_as_office === true ? [text("namedAsOffice")] : []),
  ];
  if (warnings.length === 0) return null;
  return (
    <div className="mt-3">
      <Alert tone="note">{warnings.join(" ")}</Alert>
    </div>
  );
}
