import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { FailureAdvice } from "./failure-advice.tsx";

/** SCR-11: 'Unexpected Application Error!', and which chunk did not arrive if that is why. */
export function UnexpectedErrorPage({ error }: ErrorComponentProps) {
  const text = useTranslations("dashboard.failure");
  return (
    <ErrorPage
      title={text("title")}
      detail={<FailureAdvice error={error} />}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{text("reload")}</Button>
          <a href="/" className={buttonClass("secondary")}>
            {text("home")}
          </a>
        </>
      }
    />
  );
}
