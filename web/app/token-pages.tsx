// The two pages that mails lead to: the router's token goes into them.
import { useParams } from "@tanstack/react-router";
import { ActivatePage } from "#web/pages/public/activate.tsx";
import { ForgotPasswordPage } from "#web/pages/public/forgot-password.tsx";

export function Activate() {
  const { token } = useParams({ from: "/user/activate/$token" });
  return <ActivatePage token={token} />;
}

export function ForgotPassword() {
  const { token } = useParams({ from: "/user/forgot-password/$token" });
  return <ForgotPasswordPage token={token} />;
}
