// The pages that a link with a token opens (SCR-1). They are one chunk, so that they share few files with the landing
// page.
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { enterAsAuditor } from "#endpoints/auditors.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { openInvitation } from "#endpoints/invitations.ts";
import { callEndpoint, type ApiError } from "#web/api/call.ts";
import { clearSession, readSessionToken, storeSessionToken } from "#web/api/session-token.ts";
import { useAction } from "#web/api/use-action.ts";
import {
  activate,
  refusalOf,
  resendActivation,
  signInNextAs,
  signUp,
  type SignUpAnswer,
  type SignUpFields,
  useAuthTexts,
} from "#web/features/auth/auth-forms.ts";
import { ResetRequest, EmailForm } from "#web/features/auth/email-form.tsx";
import { NewPasswordForm } from "#web/features/auth/new-password-form.tsx";
import { SignUpForm, SignedUp } from "#web/features/auth/sign-up-form.tsx";
import { ObjectByLink } from "#web/features/members/object-by-link.tsx";
import { EmailConfirmation, EmailUndo } from "#web/features/profile/email-links.tsx";
import { rememberSeat } from "#web/features/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { showToast, showToastOnNextPage } from "#web/ui/toaster.tsx";
import { PublicFrame, WideFrame } from "./public-frame.tsx";

/** Verifies the account, then goes to sign-in on the landing page. */
export function ActivatePage() {
  const { token } = useParams({ from: "/user/activate/$token" });
  const { activate: texts } = useAuthTexts();
  return (
    <PublicFrame title={texts.title} text={texts.text}>
      <Activation token={token} onActivated={() => leaveTo("/?open=sign-in")} />
    </PublicFrame>
  );
}

/** Sets the password, then goes to sign-in on the landing page. */
export function ForgotPasswordPage() {
  const { token } = useParams({ from: "/user/forgot-password/$token" });
  const { newPassword, reset } = useAuthTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <PublicFrame title={newPassword.title} text={newPassword.text}>
      <NewPasswordForm
        token={token}
        onSaved={() => leaveTo("/?open=sign-in")}
        onAskAgain={() => setOpen(true)}
      />
      <Modal open={isOpen} onClose={() => setOpen(false)} title={reset.title} width="small">
        <ResetRequest />
      </Modal>
    </PublicFrame>
  );
}

/** Confirms a changed email address, then goes to the profile, or to the landing page if nobody is signed in. */
export function ConfirmEmailPage() {
  const { token } = useParams({ from: "/user/confirm-email/$token" });
  const text = useTranslations("profile");
  return (
    <PublicFrame title={text("confirmTitle")} text={text("confirmText")}>
      <EmailConfirmation
        token={token}
        onDone={() => leaveTo(readSessionToken() === null ? "/" : "/dashboard/profile")}
      />
    </PublicFrame>
  );
}

/** Puts the earlier email address back, then goes to the landing page to sign in. */
export function UndoEmailPage() {
  const { token } = useParams({ from: "/user/undo-email/$token" });
  const text = useTranslations("profile");
  return (
    <PublicFrame title={text("undoTitle")} text={text("undoText")}>
      <EmailUndo token={token} onDone={() => leaveTo("/")} />
    </PublicFrame>
  );
}

/** Opens an auditor's seat, then goes to the books (MEM-40). */
export function AuditorPage() {
  const { token } = useParams({ from: "/auditor/$token" });
  const text = useTranslations("auditors");
  return (
    <PublicFrame title={text("enterTitle")} text={text("enterText")}>
      <EnterSeat token={token} onEntered={enterSeat} />
    </PublicFrame>
  );
}

/** What is proposed about an office, and the objection of whoever held one lately, without signing in (MEM-44). */
export function ObjectPage() {
  const { token } = useParams({ from: "/object/$token" });
  const text = useTranslations("objecting");
  return (
    <PublicFrame title={text("title")} text={text("text")}>
      <ObjectByLink token={token} />
    </PublicFrame>
  );
}

type Invitation = ReplyOf<typeof openInvitation>;

/** /join/{token}: the sign-up form of an invited person, with who invites them to which group (MEM-34). */
export function JoinPage() {
  const { token } = useParams({ from: "/join/$token" });
  const text = useTranslations("invitations");
  const [done, setDone] = useState<{ email: string; answer: SignUpAnswer }>();
  const { data, error } = useQuery<Invitation, ApiError>({
    queryKey: [openInvitation.path, token],
    queryFn: () => callEndpoint(openInvitation, { body: { invitation: token } }),
    retry: false,
    staleTime: Infinity,
  });
  const needsCode = done?.answer.activation_token;
  if (needsCode !== undefined)
    return (
      <PublicFrame
        title={text("joinTitle", { group: data?.group_name ?? "" })}
        text={done?.answer.detail ?? ""}
      >
        <Activation token={needsCode} asksForCode onActivated={() => leaveTo("/?open=sign-in")} />
      </PublicFrame>
    );
  if (done !== undefined)
    return (
      <WideFrame
        title={text("joinTitle", { group: data?.group_name ?? "" })}
        group={data?.group_name}
      >
        <SignedUp
          email={done.email}
          waits={data?.kind !== "person"}
          next={
            done.answer.proof === undefined && done.answer.mailed !== false
              ? undefined
              : done.answer.detail
          }
          isMailed={done.answer.mailed !== false}
        />
      </WideFrame>
    );
  return (
    <WideFrame
      title={data === undefined ? text("title") : text("joinTitle", { group: data.group_name })}
      group={data?.group_name}
    >
      {error !== null ? (
        <Alert tone="bad" live title={text("deadTitle")}>
          {error.detail}
        </Alert>
      ) : data === undefined ? (
        <Skeleton className="h-96" />
      ) : (
        <JoinForm
          invitation={data}
          token={token}
          onSignedUp={(email, answer) => setDone({ email, answer })}
        />
      )}
    </WideFrame>
  );
}

/** /join: takes the code of an invitation that came by SMS (OPEN-63). */
export function JoinByCodePage() {
  const text = useTranslations("invitations");
  const navigate = useNavigate();
  const [code, setCode] = useState("");
  const token = code.toLowerCase().replaceAll(/[\s-]/g, "");
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (token !== "") void navigate({ to: "/join/$token", params: { token } });
  };
  return (
    <PublicFrame title={text("title")} text={text("codeText")}>
      <form className="flex flex-col gap-4 text-start" onSubmit={open}>
        <TextField
          label={text("code")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit">{text("openCode")}</Button>
      </form>
    </PublicFrame>
  );
}

function JoinForm(props: {
  invitation: Invitation;
  token: string;
  onSignedUp: (email: string, answer: SignUpAnswer) => void;
}) {
  const { invitation, token, onSignedUp } = props;
  const text = useTranslations("invitations");
  const { offices } = useUiTexts();
  const { group_name: group, invited_by: by, role, kind, claims } = invitation;
  return (
    <>
      <p className="mb-6 max-w-prose text-lg">
        {role === null
          ? text("joinText", { by, group })
          : text("joinAs", { by, group, office: offices[role] })}{" "}
        <span className="text-muted">{text(kind === "person" ? "joinAtOnce" : "joinWaits")}</span>
      </p>
      {claims !== null && (
        <div className="mb-6">
          <Alert tone="note" title={text("claimTitle")}>
            {text("claimText")}
          </Alert>
        </div>
      )}
      <SignUpForm
        onSignedUp={(email, answer) => onSignedUp(email.trim() || (claims?.email ?? ""), answer)}
        send={(fields) => signUp({ ...fields, invitation: token })}
        mayLackEmail={kind === "person"}
        known={claims === null ? knownOf(invitation) : claimedOf(claims, invitation)}
        isBound={invitation.reg_number !== null}
        {...(claims === null
          ? {}
          : {
              masked: {
                email: invitation.email === null ? claims.email : null,
                phone: invitation.phone === null ? claims.phone : null,
                help: (masked: string) => text("claimKnown", { masked }),
              },
            })}
      />
    </>
  );
}

/** Prefills what the Chairperson wrote, for the person to check. The first word of the name is the first name. */
function knownOf({ name, email, phone, reg_number }: Invitation): Partial<SignUpFields> {
  const [first = "", ...rest] = (name ?? "").split(" ");
  return {
    first_name: first,
    last_name: rest.join(" "),
    email: email ?? "",
    phone: phone ?? "",
    RegNo: reg_number ?? "",
  };
}

/**
 * Prefills what the group's book has about a person who claims their account. Masked values need not be typed again.
 */
function claimedOf(
  claims: NonNullable<Invitation["claims"]>,
  { email, phone }: Invitation,
): Partial<SignUpFields> {
  const { first_name, last_name, username, reg_number: RegNo } = claims;
  return { first_name, last_name, username, RegNo, email: email ?? "", phone: phone ?? "" };
}

/** Opens the auditor's seat, and ends the session that this device had. */
function enterSeat(access: string): void {
  clearSession();
  storeSessionToken(access);
  rememberSeat();
  leaveTo("/dashboard/accounting");
}

/** Loads an address, which may be another document: the landing page is not part of this application. */
function leaveTo(path: string): void {
  window.location.assign(path);
}

type ActivationProps = {
  token: string;
  /** The code of the SMS is needed from the start: nothing was mailed. */
  asksForCode?: boolean;
  onActivated: () => void;
};

/** A button that sends the token (SCR-25). For a used or old token the page offers a new link. */
function Activation({ token, asksForCode = false, onActivated }: ActivationProps) {
  const texts = useAuthTexts().activate;
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  // Of a claim: the code of the SMS, once the server asks for it, and what is left to prove.
  const [code, setCode] = useState<string | undefined>(asksForCode ? "" : undefined);
  const [codeErrors, setCodeErrors] = useState<string[]>();
  const [next, setNext] = useState<string>();

  const verify = async () => {
    setSending(true);
    try {
      const { detail, email = "", waits } = await activate(token, code);
      if (waits !== undefined) return setNext(detail);
      signInNextAs(email);
      showToastOnNextPage("success", detail || texts.done);
      onActivated();
    } catch (error) {
      const refusal = refusalOf(error);
      const wrong = refusal.errors["code"];
      if (wrong === undefined) showToast("error", refusal.detail || texts.failed);
      else setCode(code ?? "");
      setCodeErrors(wrong);
      setFailed(refusal.status === 400 && (wrong === undefined || code !== undefined));
      setSending(false);
    }
  };

  if (next !== undefined)
    return (
      <Alert tone="note" live>
        {next}
      </Alert>
    );
  return (
    <div className="flex flex-col gap-4">
      {code !== undefined && (
        <TextField
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={codeErrors}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button busy={sending} onClick={() => void verify()}>
        {texts.submit}
      </Button>
      {failed && !asksForCode && (
        <div className="flex flex-col gap-4 border-t border-line pt-4 text-start">
          <Alert tone="waiting" live>
            {texts.failedHelp}
          </Alert>
          <EmailForm
            label={texts.email}
            submit={texts.resend}
            send={resendActivation}
            onSent={() => setFailed(false)}
          />
          <p className="text-sm text-muted">{texts.alreadyActive}</p>
        </div>
      )}
    </div>
  );
}

type EnterSeatProps = {
  token: string;
  /** Called with the session's token. */
  onEntered: (access: string) => void;
};

/** A button that opens the auditor's seat. */
function EnterSeat({ token, onEntered }: EnterSeatProps) {
  const text = useTranslations("auditors");
  const enter = useAction(enterAsAuditor);
  const [refused, setRefused] = useState<string | null>(null);

  const open = async () => {
    const outcome = await enter.run({ body: { token } });
    if (!outcome.ok) return setRefused(outcome.error.detail);
    onEntered(outcome.reply.access);
  };

  return (
    <div className="flex flex-col gap-4">
      <Button busy={enter.busy} onClick={() => void open()}>
        {text("enter")}
      </Button>
      {refused !== null && (
        <Alert live tone="bad">
          {refused}
        </Alert>
      )}
    </div>
  );
}
