import { useTranslations } from "use-intl";
import { acceptDay } from "#endpoints/group.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getUserData } from "#contract/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day.ts";

type WrongClock = NonNullable<ReplyOf<typeof getUserData>["clock"]>;

/** Why nothing is posted, or nothing falls due (SAFE-29, SAFE-30); an official confirms a day that is ahead. */
export function ClockNote({ clock: { state, day, seen_day: seenDay } }: { clock: WrongClock }) {
  const text = useTranslations("clock");
  const { may } = useMember();
  const accept = useAction(acceptDay);
  const written = formatDay(day);
  return (
    <Alert
      live
      tone={state === "behind" ? "bad" : "waiting"}
      title={text("title")}
      action={
        state === "ahead" &&
        may("clock.accept") && (
          <Button
            variant="secondary"
            busy={accept.busy}
            onClick={() => void accept.run({ body: { day } })}
          >
            {text("accept", { day: written })}
          </Button>
        )
      }
    >
      {text(state, { day: written, seen: formatDay(seenDay) })}
    </Alert>
  );
}
