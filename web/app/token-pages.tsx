// The pages that mails lead to: the router's token goes into them.
import { useParams } from "@tanstack/react-router";
import { ActivatePage } from "#web/pages/public/activate.tsx";
import { AuditorPage } from "#web/pages/public/auditor.tsx";
import { ConfirmEmailPage } from "#web/pages/public/confirm-email.tsx";
import { ForgotPasswordPage } from "#web/pages/public/forgot-password.tsx";
import { JoinPage } from "#web/pages/public/join.tsx";
import { UndoEmailPage } from "#web/pages/public/undo-email.tsx";

export function Auditor() {
  const { token } = useParams({ from: "/auditor/$token" });
  return <AuditorPage token={token} />;
}

export function Activate() {
  const { token } = useParams({ from: "/user/activate/$token" });
  return <ActivatePage token={token} />;
}

export function ForgotPassword() {
  const { token } = useParams({ from: "/user/forgot-password/$token" });
  return <ForgotPasswordPage token={token} />;
}

export function ConfirmEmail() {
  const { token } = useParams({ from: "/user/confirm-email/$token" });
  return <ConfirmEmailPage token={token} />;
}

export function UndoEmail() {
  const { token } = useParams({ from: "/user/undo-email/$token" });
  return <UndoEmailPage token={token} />;
}

export function Join() {
  const { token } = useParams({ from: "/join/$token" });
  return <JoinPage token={token} />;
}
