import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getCollections, getSheet } from "#endpoints/collections.ts";
import { getMeeting, type MeetingView } from "#endpoints/meetings.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { CollectionsCard, fetchSheetForm } from "#web/features/collections/collections-card.tsx";
import { DownloadPdf } from "#web/features/documents/report-document.tsx";
import { Attendance, MeetingBadge, MeetingFacts } from "#web/features/meetings/meeting-card.tsx";
import { Minutes } from "#web/features/meetings/minutes.tsx";
import { QueueNotes } from "#web/features/meetings/queue-notes.tsx";
import { fetchResolutionForm, Resolutions } from "#web/features/meetings/resolutions.tsx";
import { MarkBadge, Roll, RollKeys } from "#web/features/meetings/roll.tsx";
import { useMeetingQueue } from "#web/features/meetings/use-meeting-queue.ts";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { afterPaint, onDemand } from "#web/ui/on-demand.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { PageNotFound } from "#web/pages/page-states.tsx";
import { BackLink, useDashboardTitle } from "../page-frame.tsx";
import { ReportsClosed } from "./books-page.tsx";

const MeetingActs = onDemand(
  "meeting-acts",
  async () => (await import("#web/features/meetings/meeting-acts.tsx")).MeetingActs,
);
const FinesCard = afterPaint(
  "meeting-fines",
  async () => (await import("#web/features/meetings/fines.tsx")).FinesCard,
);

const route = getRouteApi("/dashboard/accounting/meetings/$meetingId");

/** One meeting: what a member reads of it, and the roll, fines and resolutions for whoever keeps it (MEET-2 to MEET-10). */
export function MeetingPage() {
  const text = useTranslations("meetings");
  const { may } = useMember();
  const id = idIn(route.useParams());
  useDashboardTitle(text("title"));
  if (!may("reports.read")) return <ReportsClosed />;
  if (id === null) return <PageNotFound />;
  return (
    <>
      <BackLink to="/dashboard/accounting/meetings">{text("backToMeetings")}</BackLink>
      <Read id={id} />
    </>
  );
}

MeetingPage.loader = ((prefetch, { may, params }) => {
  const id = idIn(params);
  if (!may("reports.read") || id === null) return;
  const one = { params: { id } };
  prefetch(getMeeting, one);
  // Whoever keeps it or collects can go on without a network.
  if (may("meetings.write")) {
    MeetingActs.fetch();
    fetchResolutionForm();
  }
  prefetch(getCollections, one);
  if (may("cash.move")) {
    prefetch(getSheet, one);
    fetchSheetForm();
  }
}) satisfies PageLoader;

/** Null if what stands in the address is no number of a meeting. */
function idIn(params: Readonly<Record<string, string>>): number | null {
  const id = Number(params["meetingId"]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function Read({ id }: { id: number }) {
  const text = useTranslations("meetings");
  const found = useEndpoint(getMeeting, { params: { id } });
  if (found.data !== undefined) return <One meeting={found.data.meeting} reload={found.refetch} />;
  return (
    <>
      <PageHeader title={text("title")} />
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </>
  );
}

type OneProps = { meeting: MeetingView; reload: () => Promise<unknown> };

function One({ meeting: arrived, reload }: OneProps) {
  const text = useTranslations("meetings");
  const { user, may } = useMember();
  const queue = useMeetingQueue(arrived, { reload, isKeeper: may("meetings.write") });
  const meeting = queue.shown;
  const own = meeting.roll.find(({ member }) => member.id === user.id);
  const keeps = may("meetings.write");
  const hasRoll = meeting.status !== "called" && meeting.status !== "cancelled";
  const charges = meeting.fine_late + meeting.fine_absent + meeting.fine_apology > 0;
  const takesMarks = keeps && (meeting.status === "open" || meeting.status === "closed");
  return (
    <>
      <PageHeader title={text("name", { number: String(meeting.number) })} />
      <div className="max-w-[1000px] space-y-6">
        <QueueNotes meeting={arrived} queue={queue} />
        <Card title={text("items")} aside={<MeetingBadge meeting={meeting} />}>
          {hasRoll && <Attendance meeting={meeting} />}
          {hasRoll && own !== undefined && (
            <p className="mt-2 flex items-center gap-2">
              {text("yours")}: <MarkBadge mark={own.attendance} />
            </p>
          )}
          <Items meeting={meeting} />
          <MeetingFacts meeting={meeting} />
          {keeps && (
            <div className="mt-4">
              <MeetingActs meeting={meeting} queue={queue} />
            </div>
          )}
        </Card>
        {(takesMarks || meeting.resolutions.length > 0) && (
          <Resolutions meeting={meeting} queue={queue} writes={takesMarks} />
        )}
        {hasRoll && (
          <CollectionsCard
            meetingId={meeting.id}
            isUnsent={queue.waiting.some(({ done }) => done.act === "collection")}
            refused={queue.refused.flatMap((act) =>
              act.done.act === "collection"
                ? [
                    {
                      id: act.id,
                      reason: act.refusal ?? text("queue.doubtful"),
                      body: act.done.body,
                      onDiscard: () => void queue.discard(act),
                    },
                  ]
                : [],
            )}
            send={
              takesMarks && may("cash.move")
                ? (body) => queue.act({ act: "collection", body })
                : null
            }
          />
        )}
        {hasRoll && (
          <Minutes
            meeting={meeting}
            signerId={keeps ? user.id : null}
            download={
              <DownloadPdf
                requested={{ report: "minutes", id: meeting.id }}
                label={text("minutes.download")}
              />
            }
          />
        )}
        {takesMarks && charges && (
          <FinesCard
            meeting={meeting}
            mayCorrect={may("meetings.correct-mark")}
            waiting={<Skeleton className="h-40" />}
          />
        )}
        {hasRoll && (
          <Card title={text("roll")}>
            {takesMarks ? <RollKeys meeting={meeting} queue={queue} /> : <Roll meeting={meeting} />}
          </Card>
        )}
      </div>
    </>
  );
}

function Items({ meeting }: { meeting: MeetingView }) {
  const text = useTranslations("meetings");
  if (meeting.items.length === 0) return <p className="my-3 text-muted">{text("noItems")}</p>;
  return (
    <ol className="my-3 list-decimal space-y-1 ps-6 wrap-anywhere">
      {meeting.items.map(({ title, notes }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two items may have one title, and none moves
        <li key={index}>
          {title}
          {notes !== null && <p className="text-sm whitespace-pre-line text-muted">{notes}</p>}
        </li>
      ))}
    </ol>
  );
}
