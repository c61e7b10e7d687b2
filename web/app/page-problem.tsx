import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { FailureAdvice } from "#web/pages/failure-advice.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PageNotice } from "#web/ui/page-notice.tsx";

/** SCR-11: the generic page of an unhandled routing error, in the place of the page so that the menu stays. */
export function PageProblem({ error }: ErrorComponentProps) {
  const text = useTranslations("dashboard.failure");
  return (
    <PageNotice
      drawing="lost"
      title={text("title")}
      hint={<FailureAdvice error={error} />}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={() => window.location.reload()}>{text("reload")}</Button>
          <Link to="/dashboard" className={buttonClass("secondary")}>
            {text("home")}
          </Link>
        </div>
      }
    />
  );
}

/** An address under /dashboard that leads nowhere; the menu stays. */
export function PageNotFound() {
  const text = useTranslations("dashboard.failure");
  return (
    <PageNotice
      drawing="lost"
      title={text("notFoundTitle")}
      hint={text("notFoundText")}
      action={
        <Link to="/dashboard" className={buttonClass()}>
          {text("home")}
        </Link>
      }
    />
  );
}
