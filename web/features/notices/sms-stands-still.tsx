import { useTranslations } from "use-intl";
import { getSmsGateway, probeSmsGateway } from "#contract/notices.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";

/** Why SMS stands still, and one try; nothing while it goes out. */
export function SmsStandsStill() {
  const text = useTranslations("notices.sent");
  const { data } = useEndpoint(getSmsGateway);
  const probe = useAction(probeSmsGateway);
  const since = data?.stands_still_since ?? null;
  if (data === undefined || since === null) return null;
  return (
    <div className="mb-4">
      <Alert
        tone="waiting"
        title={text("standsStill")}
        action={
          <Button variant="secondary" busy={probe.busy} onClick={() => void probe.run({})}>
            {text("tryNow")}
          </Button>
        }
      >
        {text("noBalance", { since: formatMomentAndTime(since) })}{" "}
        {data.tries_at === null
          ? text("triesNext")
          : text("triesAt", { moment: formatMomentAndTime(data.tries_at) })}
      </Alert>
    </div>
  );
}
