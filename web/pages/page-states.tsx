// Replaces a page while it is fetched, in the page's shape so that nothing moves later, and if it cannot be shown.
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { isAway, isReachable, noteAnswer, onReachable } from "#web/api/connection.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ErrorPage, PageNotice } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { readSessionToken } from "#web/api/session-token.ts";

/** Placeholder for the frame and a page while the session is verified. */
export function ShellWaits({ label }: { label: string }) {
  return (
    <div className="min-h-dvh">
      <output className="sr-only">{label}</output>
      <div className="flex h-16 items-center gap-4 border-b border-line bg-card px-4">
        <Skeleton className="size-6" />
        <Skeleton className="h-5 w-40" />
      </div>
      <div className="md:flex">
        <div className="hidden h-[calc(100dvh-4rem)] w-[180px] flex-none space-y-3 border-e border-line bg-card p-4 md:block">
          {[1, 2, 3, 4, 5].map((each) => (
            <Skeleton key={each} className="h-8" />
          ))}
        </div>
        <main className="mx-auto w-full max-w-[1200px] flex-1 p-4 md:p-8">
          <PageWaits />
        </main>
      </div>
    </div>
  );
}

/** Placeholder for a page while its chunk is fetched. */
export function PageWaits() {
  return (
    <div aria-busy className="space-y-6">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  );
}

/**
 * SCR-11: the generic page of an unhandled routing error. It replaces only the page, so that the menu stays. A page
 * whose chunk is missing because there is no network is no error: it opens by itself when the network is back.
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

/**
 * Asks the server whether the network is away or only the chunk is missing, since the last request may be long ago.
 */
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

/** Shown for an unknown address under /dashboard; the menu stays. */
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

/** SCR-11: 'Unexpected Application Error!', with the name of the chunk if one did not arrive. */
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

/** What to do after an error. SCR-11: names the chunk that did not arrive. */
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

/** Shown for an unknown address outside of /dashboard, with a link home. */
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
