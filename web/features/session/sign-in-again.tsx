import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { whenAtRest } from "#web/ui/at-rest.ts";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { useSession } from "./session.tsx";

const PasswordForm = onDemand(
  "sign-in-again",
  async () => (await import("./password-form.tsx")).PasswordForm,
);

/** Over a half-filled form when the session has ended: sign in again and nothing typed is lost. */
export function SignInAgain() {
  const text = useTranslations("dashboard.session");
  const { hasEnded, user, resume } = useSession();
  // There before it is needed: what was typed must not hang on one more chunk.
  useEffect(() => whenAtRest(PasswordForm.fetch), []);
  return (
    <Modal
      open={hasEnded}
      onClose={resume}
      title={text("endedTitle")}
      description={text("endedText", { username: user?.username ?? "" })}
      width="small"
    >
      <PasswordForm email={user?.email ?? ""} onSignedIn={resume} />
    </Modal>
  );
}
