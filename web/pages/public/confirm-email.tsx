import { useTranslations } from "use-intl";
import { readSessionToken } from "#web/api/call.ts";
import { EmailConfirmation } from "#web/features/profile/email-confirmation.tsx";
import { leaveTo, type Navigate } from "./leave-to.ts";
import { PublicFrame } from "./public-frame.tsx";

/** /user/confirm-email/{token}/: the mailed link of a changed address; then to the dashboard, or to sign in. */
export function ConfirmEmailPage({
  token,
  navigate = leaveTo,
}: {
  token: string;
  navigate?: Navigate;
}) {
  const text = useTranslations("profile");
  return (
    <PublicFrame title={text("confirmTitle")} text={text("confirmText")}>
      <EmailConfirmation
        token={token}
        onConfirmed={() => navigate(readSessionToken() === null ? "/" : "/dashboard/profile")}
      />
    </PublicFrame>
  );
}
