import { createRoute, useNavigate, useRouterState } from "@tanstack/react-router";
import { useDeferredValue, useEffect } from "react";
import { useTranslations } from "use-intl";
import {
  actorOf,
  SessionProvider,
  useSession,
  leaveForStart,
  signOut,
  type Member,
} from "#web/features/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorPage } from "#web/ui/page.tsx";
import { Shell } from "./shell.tsx";
import { root } from "#web/pages/page.ts";
import { PageNotFound, ShellWaits } from "#web/pages/page-states.tsx";
import { mayOpen } from "./may-open.ts";
import { useStartUp } from "./start-up.ts";

/** Everything under /dashboard: for members who are signed in (SCR-3). */
export const dashboard = createRoute({
  getParentRoute: () => root,
  path: "/dashboard",
  component: Dashboard,
  notFoundComponent: PageNotFound,
});

function Dashboard() {
  return (
    <SessionProvider>
      <Gate />
    </SessionProvider>
  );
}

function Gate() {
  const text = useTranslations("dashboard.session");
  const { loading, user, userIsAuthenticated, error, retry, hasToken } = useSession();
  // Deferred, so that React draws the shell and its page in short pieces and a phone still responds in between.
  const isStarted = useDeferredValue(useStartUp(user));

  const isStranger = !loading && !userIsAuthenticated && !hasToken;
  useEffect(() => {
    if (isStranger) leaveForStart();
  }, [isStranger]);

  // The office's rights wait for two-step sign-in, which the member sets up on the profile page.
  const lacksTwoStep = user?.two_step === "missing";
  const navigate = useNavigate();
  useEffect(() => {
    if (lacksTwoStep) void navigate({ to: "/dashboard/profile" });
  }, [lacksTwoStep, navigate]);

  const isElsewhere = useIsElsewhere(user);

  if (isElsewhere) return <ShellWaits label={text("verifying")} />;
  if (userIsAuthenticated) return isStarted ? <Shell /> : <ShellWaits label={text("verifying")} />;
  // Without an answer the token may still be valid, so nobody is signed out.
  if (!loading && error !== null) {
    return (
      <ErrorPage
        title={text("unreachable")}
        detail={error}
        actions={
          <>
            <Button onClick={retry}>{text("tryAgain")}</Button>
            <Button variant="secondary" onClick={() => void signOut()}>
              {text("signOut")}
            </Button>
          </>
        }
      />
    );
  }
  return <ShellWaits label={text("verifying")} />;
}

/**
 * True while an auditor is on a page that is not for them; it also sends them to the books. The page in the address may
 * still be on its way: until it has arrived, the one before it would be drawn.
 */
function useIsElsewhere(user: Member["user"] | null): boolean {
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const drawn = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? path });
  const isElsewhere = (page: string) => user !== null && !mayOpen(actorOf(user), page);
  const mustLeave = isElsewhere(path);
  useEffect(() => {
    if (mustLeave) void navigate({ to: "/dashboard/accounting", replace: true });
  }, [mustLeave, navigate]);
  return mustLeave || isElsewhere(drawn);
}
