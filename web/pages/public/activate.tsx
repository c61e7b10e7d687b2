import { Activation } from "#web/features/auth/activation.tsx";
import { useAuthTexts } from "#web/features/auth/auth-texts.ts";
import { leaveTo, type Navigate } from "./leave-to.ts";
import { PublicFrame } from "./public-frame.tsx";

/** /user/activate/{activation_token}/ (SCR-1): verifies, then goes to sign-in on the landing page. */
export function ActivatePage({
  token,
  navigate = leaveTo,
}: {
  token: string;
  navigate?: Navigate;
}) {
  const { activate: texts } = useAuthTexts();
  return (
    <PublicFrame title={texts.title} text={texts.text}>
      <Activation token={token} onActivated={() => navigate("/?open=sign-in")} />
    </PublicFrame>
  );
}
