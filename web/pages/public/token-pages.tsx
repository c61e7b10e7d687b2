// The pages that mails lead to, each with the link's token in its address (SCR-1).
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { clearSession, readSessionToken, storeSessionToken } from "#web/api/call.ts";
import { EnterSeat } from "#web/features/auditors/enter-seat.tsx";
import { Activation } from "#web/features/auth/activation.tsx";
import { useAuthTexts } from "#web/features/auth/auth-forms.ts";
import { ResetRequest } from "#web/features/auth/email-form.tsx";
import { NewPasswordForm } from "#web/features/auth/new-password-form.tsx";
import { EmailConfirmation, EmailUndo } from "#web/features/profile/email-links.tsx";
import { rememberSeat } from "#web/features/session/seat.ts";
import { Modal } from "#web/ui/modal.tsx";
import { PublicFrame } from "./public-frame.tsx";

/** Verifies, then goes to sign-in on the landing page. */
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

/** The mailed link of a changed address; then to the dashboard, or to sign in. */
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

/** The link that was mailed to the earlier address; then to the start, to sign in. */
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

/** Whoever was signed in on this device is not any more. */
function enterSeat(access: string): void {
  clearSession();
  storeSessionToken(access);
  rememberSeat();
  leaveTo("/dashboard/accounting");
}

/** Goes to an address that may be another document: the landing page is not part of this application. */
function leaveTo(path: string): void {
  window.location.assign(path);
}
