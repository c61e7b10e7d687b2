import { useTranslations } from "use-intl";
import { readSessionToken } from "#web/api/call.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ErrorPage } from "#web/ui/page-notice.tsx";

/** An address that leads nowhere: says so, and leads home. */
export function NotFoundPage() {
  const text = useTranslations("dashboard.failure");
  return (
    <ErrorPage
      title={text("notFoundTitle")}
      detail={text("notFoundText")}
      actions={
        <a href={readSessionToken() === null ? "/" : "/dashboard"} className={buttonClass()}>
          {text("home")}
        </a>
      }
    />
  );
}
