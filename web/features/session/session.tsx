// Who is signed in (SCR-3): loading until the user is known, cleared when the server no longer knows them.
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import type { QueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { getOwnSeat } from "#endpoints/auditors.ts";
import { signOut as signOutEndpoint } from "#endpoints/auth.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getUserData, type User } from "#endpoints/members.ts";
import { can, type Action, type Actor } from "#domain/permissions.ts";
import { callEndpoint, ApiError } from "#web/api/call.ts";
import { clearSession, readSessionToken } from "#web/api/session-token.ts";
import { onSessionEnded } from "#web/api/connection.ts";
import { questionTo, useEndpoint } from "#web/api/use-query.ts";
import { somethingUnsaved } from "#web/ui/form.tsx";
import { textsOf } from "#web/messages/words.ts";
import { whenIdle } from "#web/ui/idle.ts";
import { Modal } from "#web/ui/modal.tsx";
import type { OnDemand } from "#web/ui/on-demand.tsx";
import { showToastOnNextPage } from "#web/ui/toaster.tsx";

/** The member, with the fields that only they see. */
type OwnUser = ReplyOf<typeof getUserData>;

type Session = {
  loading: boolean;
  user: OwnUser | null;
  /** Why the user could not be loaded, in words. */
  error: string | null;
  userIsAuthenticated: boolean;
  /** A token is stored, whether or not the server still knows it. */
  hasToken: boolean;
  /** The session ended while a form had unsent values: sign in again without leaving. */
  hasEnded: boolean;
  resume: () => void;
  retry: () => void;
};

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const hasToken = readSessionToken() !== null;
  const isAuditor = hasToken && hasSeat();
  const member = useEndpoint(getUserData, { enabled: hasToken && !isAuditor });
  const seat = useEndpoint(getOwnSeat, { enabled: isAuditor });
  const { error, isPending, refetch } = isAuditor ? seat : member;
  const [hasEnded, setHasEnded] = useState(false);
  const isLeaving = useRef(false);
  const user = useMemo(
    () => (seat.data === undefined ? (member.data ?? null) : userOfSeat(seat.data)),
    [seat.data, member.data],
  );

  useEffect(() => {
    if (error !== null && error.status !== 401 && user === null) {
      console.error("Verification failed", error);
    }
  }, [error, user]);

  useEffect(
    () =>
      onSessionEnded(() => {
        // The server refuses every request that was under way.
        if (isLeaving.current) return;
        const forgotten = forgetStored();
        // Asked already: a second refusal must not close what the first one opened.
        if (hasEnded || somethingUnsaved()) return setHasEnded(true);
        isLeaving.current = true;
        // SCR-10. Logged here, because the page is left before anything is drawn again.
        if (user === null) console.error("Verification failed");
        void leaveOnce(forgotten);
      }),
    [user, hasEnded],
  );
  useLeavingWithOtherTabs();

  const session: Session = {
    loading: hasToken && isPending,
    user,
    // A 401 is no error to show: the landing page explains it.
    error: user === null && error?.status !== 401 ? (error?.detail ?? null) : null,
    userIsAuthenticated: user !== null,
    hasToken,
    hasEnded,
    resume: () => {
      setHasEnded(false);
      // Stores the owner of this device again, now under the new session.
      void refetch();
    },
    retry: () => void refetch(),
  };
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession outside of SessionProvider");
  return session;
}

/** Who is signed in, and what they may do. */
export type Member = { user: OwnUser; actor: Actor; may: (action: Action) => boolean };

/** The signed-in member; for pages inside the dashboard, which nobody else sees. */
export function useMember(): Member {
  const { user } = useSession();
  if (user === null) throw new Error("useMember without a signed-in member");
  return memberOf(user);
}

/** The signed-in member as far as the cache knows them, for what happens before a page is drawn. */
export function cachedMember(queries: QueryClient): Member | null {
  const user = queries.getQueryData<OwnUser>(questionTo(getUserData).queryKey);
  const seat = queries.getQueryData<Seat>(questionTo(getOwnSeat).queryKey);
  if (seat !== undefined) return memberOf(userOfSeat(seat));
  return user === undefined ? null : memberOf(user);
}

export function memberOf(user: OwnUser): Member {
  const actor = actorOf(user);
  return { user, actor, may: (action) => can(actor, action) };
}

/** The token goes last: without it the page leaves at once, without a message. */
async function leaveOnce(forgotten: Promise<void>): Promise<void> {
  await forgotten;
  clearSession();
  leaveForStart(textsOf("auth").signIn.again);
}

/** Without its token nothing stored can be read, so a part that does not load holds nobody up. */
async function forgetStored(): Promise<void> {
  const forgetting = import("#web/later.ts").then(({ forgetAnswers }) => forgetAnswers());
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 1000));
  await Promise.race([forgetting.catch(() => undefined), patience]);
}

/** Signed out in another tab, or returned by the browser's back button: nothing of the member stays on screen. */
function useLeavingWithOtherTabs(): void {
  useEffect(() => {
    const leaveWhenSignedOut = () => {
      if (readSessionToken() === null) leaveForStart();
    };
    window.addEventListener("storage", leaveWhenSignedOut);
    window.addEventListener("pageshow", leaveWhenSignedOut);
    return () => {
      window.removeEventListener("storage", leaveWhenSignedOut);
      window.removeEventListener("pageshow", leaveWhenSignedOut);
    };
  }, []);
}

/** The signed-in member as the table of permissions knows them. */
export function actorOf(user: User): Actor {
  return {
    id: user.id,
    username: user.username,
    office: user.user_groups[0] ?? null,
    status: user.status,
    isActive: user.is_active,
    isAuditor: user.id < 0,
    // EXIT-10: a member who has exited is either cleared or dormant with a bad debt.
    lacksTwoStep: user.two_step === "missing",
    exited: user.has_cleared || user.bad_debt_outstanding > 0,
  };
}

type SignInAgainProps = { Form: OnDemand<{ email: string; onSignedIn: () => void }> };

/** Shown over unsent values when the session has ended: sign in again and nothing typed is lost. */
export function SignInAgain({ Form }: SignInAgainProps) {
  const text = useTranslations("dashboard.session");
  const { hasEnded, user, resume } = useSession();
  // Loaded before it is needed: unsent values must not depend on one more chunk.
  useEffect(() => whenIdle(Form.fetch), [Form]);
  return (
    <Modal
      open={hasEnded}
      onClose={resume}
      title={text("endedTitle")}
      description={text("endedText", { username: user?.username ?? "" })}
      width="small"
    >
      <Form email={user?.email ?? ""} onSignedIn={resume} />
    </Modal>
  );
}

/** SCR-6: clears local storage, signs out and goes to /. SCR-10: a failed call is only logged. */
export async function signOut(): Promise<void> {
  // Without this part the page has stored nothing.
  const device = await import("#web/later.ts").catch(() => null);
  if (device && !(await device.mayLeave())) return;
  try {
    await callEndpoint(signOutEndpoint);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error("Sign out failed", error);
  }
  await device?.forgetMember();
  clearSession();
  window.location.assign("/");
}

/** Opens the landing page, which is a separate document, with a sentence to show there. */
export function leaveForStart(message?: string): void {
  if (message !== undefined) showToastOnNextPage("error", message);
  window.location.replace("/");
}

// An auditor's session: a person who is no member (MEM-40), shown as one who may only read.
const SEAT_KEY = "auditor_seat";

/** Ends with the session, which clears local storage. */
export function rememberSeat(): void {
  localStorage.setItem(SEAT_KEY, "1");
}

/** Whether the session of this browser is an auditor's. */
export function hasSeat(): boolean {
  return localStorage.getItem(SEAT_KEY) !== null;
}

type Seat = ReplyOf<typeof getOwnSeat>;

/** The auditor in place of a member, with a negative id that no member has. */
function userOfSeat({ id, name }: Seat): OwnUser {
  return {
    id: -id,
    username: name,
    first_name: name,
    last_name: "",
    email: "",
    phone: "",
    photo: null,
    reg_number: "",
    user_groups: [],
    status: "active",
    is_active: true,
    has_cleared: false,
    loans: [],
    total_contributions: 0,
    bad_debt_outstanding: 0,
    device_key: "",
    pay_to: [],
  };
}
