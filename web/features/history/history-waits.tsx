import type { User } from "#contract/members.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The height of each chart's card, reserved from the start. */
export const rooms = {
  savings: "min-h-[30.125rem]",
  position: "min-h-[38rem] md:min-h-[35.625rem]",
  result: "min-h-[33rem]",
};

export type Room = keyof typeof rooms;

/** Reserves the space of a chart's card. */
export function HistoryWaits({ room }: { room: Room }) {
  return (
    <Card className={rooms[room]}>
      <div aria-busy className="space-y-4">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-12" />
        <Skeleton className="h-[200px]" />
      </div>
    </Card>
  );
}

/** Whether there is any history to draw; a cleared member has taken everything out. */
export function hasSavingsHistory(user: User): boolean {
  return user.total_contributions > 0 || user.has_cleared;
}
