// The pages that mails lead to: the router's token goes into them.
import { useParams } from "@tanstack/react-router";
import { ActivatePage } from "#web/pages/public/activate.tsx";
import { ConfirmEmailPage } from "#web/pages/public/confirm-email.tsx";
import { ForgotPasswordPage } from "#web/pages/public/forgot-password.tsx";
import { UndoEmailPage } from "#web/pages/public/undo-email.tsx";

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
