import { useTranslations } from "use-intl";
import { EmailUndo } from "#web/features/profile/email-undo.tsx";
import { leaveTo, type Navigate } from "./leave-to.ts";
import { PublicFrame } from "./public-frame.tsx";

/** /user/undo-email/{token}/: the link that was mailed to the earlier address; then to the start, to sign in. */
export function UndoEmailPage({
  token,
  navigate = leaveTo,
}: {
  token: string;
  navigate?: Navigate;
}) {
  const text = useTranslations("profile");
  return (
    <PublicFrame title={text("undoTitle")} text={text("undoText")}>
      <EmailUndo token={token} onUndone={() => navigate("/")} />
    </PublicFrame>
  );
}
