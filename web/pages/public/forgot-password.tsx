import { useState } from "react";
import { useAuthTexts } from "#web/features/auth/auth-texts.ts";
import { NewPasswordForm } from "#web/features/auth/new-password-form.tsx";
import { ResetRequest } from "#web/features/auth/reset-request.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { leaveTo, type Navigate } from "./leave-to.ts";
import { PublicFrame } from "./public-frame.tsx";

type ForgotPasswordPageProps = { token: string; navigate?: Navigate };

/** /user/forgot-password/{password_reset_token}/ (SCR-1): sets the password, then goes to sign-in on the landing page. */
export function ForgotPasswordPage({ token, navigate = leaveTo }: ForgotPasswordPageProps) {
  const { newPassword, reset } = useAuthTexts();
  const [isOpen, setOpen] = useState(false);

  return (
    <PublicFrame title={newPassword.title} text={newPassword.text}>
      <NewPasswordForm
        token={token}
        onSaved={() => navigate("/?open=sign-in")}
        onAskAgain={() => setOpen(true)}
      />
      <Modal open={isOpen} onClose={() => setOpen(false)} title={reset.title} width="small">
        <ResetRequest />
      </Modal>
    </PublicFrame>
  );
}
