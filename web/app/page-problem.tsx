import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { isAway, isReachable, noteAnswer, onReachable } from "#web/api/reachable.ts";
import { FailureAdvice } from "#web/pages/error-pages.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PageNotice } from "#web/ui/page-notice.tsx";
import { PageWaits } from "./waits.tsx";

/**
 * SCR-11: the generic page of an unhandled routing error, in the place of the page so that the menu stays. A page whose part did not
 * arrive since there is no network is no error: it was never opened here, and opens by itself when the network is back.
 */
export function PageProblem({ error }: ErrorComponentProps) {
  const isPart = error instanceof Error && error.message.startsWith("Loading chunk");
  return isPart ? <MissingPart error={error} /> : <Unexpected error={error} />;
}

function Unexpected({ error }: { error: unknown }) {
  const text = useTranslations("dashboard.failure");
  return (
    <PageNotice
      drawing="lost"
      title={text("title")}
      hint={<FailureAdvice error={error} />}
      action={<WaysOn />}
    />
  );
}

/** The network, or the part alone: the server is asked which, since it may not have been asked for a while. */
function MissingPart({ error }: { error: Error }) {
  const [isReached, setIsReached] = useState<boolean | null>(isReachable() ? null : false);
  useEffect(() => {
    let isShown = true;
    const ask = async () => {
      const status = await fetch("/api/health", { cache: "no-store" }).then(
        (response) => response.status,
        () => 0,
      );
      noteAnswer(status);
      if (isShown) setIsReached(!isAway(status));
    };
    void ask();
    return () => {
      isShown = false;
    };
  }, []);

  if (isReached === null) return <PageWaits />;
  return isReached ? <Unexpected error={error} /> : <NotHereYet error={error} />;
}

function NotHereYet({ error }: { error: Error }) {
  const text = useTranslations("dashboard.failure");
  useEffect(
    () =>
      onReachable(() => {
        if (isReachable()) window.location.reload();
      }),
    [],
  );
  return (
    <PageNotice
      drawing="lost"
      title={text("notHereTitle")}
      hint={
        <>
          {text("notHereText")}
          <span className="mt-1 block text-sm">{error.message}</span>
        </>
      }
      action={<WaysOn />}
    />
  );
}

function WaysOn() {
  const text = useTranslations("dashboard.failure");
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <Button onClick={() => window.location.reload()}>{text("reload")}</Button>
      <Link to="/dashboard" className={buttonClass("secondary")}>
        {text("home")}
      </Link>
    </div>
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
