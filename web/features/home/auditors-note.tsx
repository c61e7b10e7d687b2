import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getUserData } from "#contract/members.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatMoment } from "#web/ui/day.ts";

/** Says who reads the books as auditor, while a seat lasts (MEM-42). */
export function AuditorsNote({ auditors = [] }: Pick<ReplyOf<typeof getUserData>, "auditors">) {
  const text = useTranslations("home");
  return auditors.map(({ name, expires_at }) => (
    <Alert key={`${name} ${expires_at}`} tone="note">
      {text("auditor", { name, date: formatMoment(expires_at) })}
    </Alert>
  ));
}
