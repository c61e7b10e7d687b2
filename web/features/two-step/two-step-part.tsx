import { useState } from "react";
import { useTranslations } from "use-intl";
import { getTwoStep } from "#contract/two-step.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { RenewCodes } from "./renew-codes.tsx";
import { SetUp } from "./set-up.tsx";
import { TurnOff } from "./turn-off.tsx";

type Door = "set-up" | "renew" | "turn-off";

/** Whether one's own sign-in asks for a code, and the ways to change that. */
export function TwoStepPart() {
  const text = useTranslations("twoStep");
  const found = useEndpoint(getTwoStep);
  const [door, setDoor] = useState<Door | null>(null);
  const close = () => setDoor(null);

  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton className="h-28" />;
  const { enabled, demanded, recovery_codes_left: count } = found.data;
  return (
    <div className="space-y-4">
      {demanded && !enabled && <Alert tone="waiting">{text("demanded")}</Alert>}
      <div className="flex items-start justify-between gap-4 max-sm:flex-col-reverse max-sm:gap-2">
        <p className="text-muted">{text("about")}</p>
        <Badge tone={enabled ? "good" : "note"}>{text(enabled ? "on" : "off")}</Badge>
      </div>
      {enabled && <p>{text("codesLeft", { count })}</p>}
      {enabled && demanded && <p className="text-sm text-muted">{text("storedOn")}</p>}
      <div className="flex flex-wrap gap-3">
        {!enabled && (
          <Button className="w-full sm:w-auto" onClick={() => setDoor("set-up")}>
            {text("setUp")}
          </Button>
        )}
        {enabled && (
          <Button variant="secondary" onClick={() => setDoor("renew")}>
            {text("renew")}
          </Button>
        )}
        {enabled && !demanded && (
          <Button variant="secondary" onClick={() => setDoor("turn-off")}>
            {text("turnOff")}
          </Button>
        )}
      </div>
      <Modal open={door === "set-up"} onClose={close} title={text("setUpTitle")} width="small">
        <SetUp onDone={close} />
      </Modal>
      <Modal open={door === "renew"} onClose={close} title={text("renewTitle")} width="small">
        <RenewCodes onDone={close} />
      </Modal>
      <Modal open={door === "turn-off"} onClose={close} title={text("turnOffTitle")} width="small">
        <TurnOff onDone={close} />
      </Modal>
    </div>
  );
}
