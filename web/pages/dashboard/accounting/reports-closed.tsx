import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";

/** For members who are not approved yet: reports are not asked for, and why is said (MEM-5). */
export function ReportsClosed() {
  const text = useTranslations("reports");
  return (
    <Alert tone="waiting" title={text("pendingTitle")}>
      {text("pendingText")}
    </Alert>
  );
}
