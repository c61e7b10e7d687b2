import { useTranslations } from "use-intl";
import { clearSession, storeSessionToken } from "#web/api/call.ts";
import { EnterSeat } from "#web/features/auditors/enter-seat.tsx";
import { rememberSeat } from "#web/features/session/seat.ts";
import { leaveTo, type Navigate } from "./leave-to.ts";
import { PublicFrame } from "./public-frame.tsx";

/** /auditor/{token} (MEM-40): opens the seat, then goes to the books. */
export function AuditorPage({ token, navigate = leaveTo }: { token: string; navigate?: Navigate }) {
  const text = useTranslations("auditors");
  /** Whoever was signed in on this device is not any more. */
  const begin = (access: string) => {
    clearSession();
    storeSessionToken(access);
    rememberSeat();
    navigate("/dashboard/accounting");
  };
  return (
    <PublicFrame title={text("enterTitle")} text={text("enterText")}>
      <EnterSeat token={token} onEntered={begin} />
    </PublicFrame>
  );
}
