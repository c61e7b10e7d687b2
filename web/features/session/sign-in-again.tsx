import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { whenIdle } from "#web/ui/idle.ts";
import { Modal } from "#web/ui/modal.tsx";
import type { OnDemand } from "#web/ui/on-demand.tsx";
import { useSession } from "./session.tsx";

type SignInAgainProps = { Form: OnDemand<{ email: string; onSignedIn: () => void }> };

/** Over a half-filled form when the session has ended: sign in again and nothing typed is lost. */
export function SignInAgain({ Form }: SignInAgainProps) {
  const text = useTranslations("dashboard.session");
  const { hasEnded, user, resume } = useSession();
  // There before it is needed: what was typed must not hang on one more chunk.
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
