import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { readSessionToken } from "#web/api/call.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ErrorPage } from "#web/ui/page-notice.tsx";

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

/** What went wrong, as far as it helps, and what to do. SCR-11: names the chunk that did not arrive. */
export function FailureAdvice({ error }: { error: unknown }) {
  const text = useTranslations("dashboard.failure");
  const message = error instanceof Error ? error.message : "";
  if (!message.startsWith("Loading chunk")) return text("advice");
  return (
    <>
      <span className="block font-semibold">{message}</span>
      {text("chunkAdvice")}
    </>
  );
}

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
