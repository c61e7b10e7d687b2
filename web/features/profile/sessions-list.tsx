import { useState } from "react";
import { useTranslations } from "use-intl";
import { endOtherSessions, endSession, listSessions } from "#endpoints/auth.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint, type Prefetch } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { deviceName } from "#domain/members/device-name.ts";

type SessionView = ReplyOf<typeof listSessions>["sessions"][number];

/** Where the member is signed in; any session but this one can be ended (MEM-9). */
export function SessionsList() {
  const text = useTranslations("profile");
  const found = useEndpoint(listSessions);
  const [ending, setEnding] = useState<SessionView | null>(null);
  const endOthers = useAction(endOtherSessions);
  const nameOf = (session: SessionView) => deviceName(session.device) ?? text("unknownDevice");

  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton className="h-28" />;
  return (
    <>
      <ul className="divide-y divide-line">
        {found.data.sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold break-words">{nameOf(session)}</p>
              <p className="text-sm text-muted">
                {maskedAddress(session.address)} ·{" "}
                {text("lastUsed", { moment: formatMomentAndTime(session.last_used_at) })} ·{" "}
                {text("signedIn", { moment: formatMomentAndTime(session.created_at) })}
              </p>
            </div>
            {session.current ? (
              <Badge tone="good">{text("thisDevice")}</Badge>
            ) : (
              <Button variant="secondary" onClick={() => setEnding(session)}>
                {text("endSession")}
                <span className="sr-only">{` ${nameOf(session)}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {found.data.sessions.length > 1 && (
        <Button
          variant="secondary"
          className="mt-3 w-full sm:w-auto"
          busy={endOthers.busy}
          onClick={() => void endOthers.run({})}
        >
          {text("endOthers")}
        </Button>
      )}
      {ending !== null && (
        <Modal open onClose={() => setEnding(null)} title={text("endTitle")} width="small">
          <EndSession
            session={ending}
            sentence={text("endText", {
              device: nameOf(ending),
              address: maskedAddress(ending.address),
            })}
            onEnded={() => setEnding(null)}
          />
        </Modal>
      )}
    </>
  );
}

SessionsList.loader = (prefetch: Prefetch) => prefetch(listSessions);

/** Enough to recognise a device, too little for anybody who looks over the shoulder. */
function maskedAddress(address: string): string {
  return address.replace(/[^.:]+$/, "x");
}

type EndSessionProps = { session: SessionView; sentence: string; onEnded: () => void };

function EndSession({ session, sentence, onEnded }: EndSessionProps) {
  const text = useTranslations("profile");
  const end = useAction(endSession);
  const press = async () => {
    const outcome = await end.run({ params: { id: session.id } });
    if (outcome.ok) onEnded();
  };
  return (
    <>
      <p>{sentence}</p>
      <div className="mt-6 flex justify-end">
        <Button variant="danger" busy={end.busy} onClick={() => void press()}>
          {text("endSession")}
        </Button>
      </div>
    </>
  );
}
