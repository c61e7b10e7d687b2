// What a meeting resolved: everybody reads it, and whoever keeps the meeting writes it (MEET-8).
import { useState } from "react";
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import { type MeetingView, removeResolution, type ResolutionView } from "#endpoints/meetings.ts";
import { useAction } from "#web/api/use-action.ts";
import type { StoredAct } from "#web/api/stored/meeting-acts.ts";
import { discardAct } from "#web/api/stored/meeting-queue.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import type { RefusedVotes } from "./resolution-form.tsx";
import type { MeetingQueue } from "./use-meeting-queue.ts";

const ResolutionForm = onDemand(
  "resolution",
  async () => (await import("./resolution-form.tsx")).ResolutionForm,
);

/** With the page: the network may be gone when they vote. */
export const fetchResolutionForm = ResolutionForm.fetch;

type ResolutionsProps = {
  meeting: MeetingView;
  queue: MeetingQueue;
  /** The caller keeps the meeting, and its minutes are not adopted. */
  writes: boolean;
};

export function Resolutions({ meeting, queue, writes }: ResolutionsProps) {
  const text = useTranslations("meetings");
  const form = useTranslations("meetings.resolving");
  const [opened, setOpened] = useState<ResolutionView | RefusedVotes | "new" | null>(null);
  const remove = useAction(removeResolution);
  const close = () => setOpened(null);
  const unsent = [...queue.waiting, ...queue.refused].filter(isVotes);
  return (
    <Card title={text("resolutions")}>
      {meeting.resolutions.length + unsent.length === 0 && (
        <p className="text-muted">{form("none")}</p>
      )}
      <ol className="divide-y divide-line">
        {meeting.resolutions.map((each) => (
          <li key={each.id} className="space-y-1 py-3 first:pt-0">
            <ResolutionText resolution={each} />
            {writes && each.named_by === 0 && (
              <div className="flex flex-wrap gap-2">
                <Button variant="quiet" onClick={() => setOpened(each)}>
                  {form("change", { number: String(each.number) })}
                </Button>
                <Button
                  variant="quiet"
                  busy={remove.busy}
                  onClick={() => void remove.run({ params: { id: each.id } })}
                >
                  {form("remove", { number: String(each.number) })}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      <Unsent acts={unsent} onCorrect={setOpened} />
      {writes && (
        <Button variant="secondary" className="mt-3" onClick={() => setOpened("new")}>
          {form("write")}
        </Button>
      )}
      <Modal
        open={opened !== null}
        onClose={close}
        title={
          opened !== null && opened !== "new" && "number" in opened
            ? form("change", { number: String(opened.number) })
            : form("write")
        }
      >
        {opened !== null && (
          <ResolutionForm meeting={meeting} queue={queue} opened={opened} onDone={close} />
        )}
      </Modal>
    </Card>
  );
}

function isVotes(act: StoredAct): act is RefusedVotes {
  return act.done.act === "resolution";
}

type UnsentProps = { acts: readonly RefusedVotes[]; onCorrect: (act: RefusedVotes) => void };

/** Those that wait for the network, and those that were refused when they were sent. */
function Unsent({ acts, onCorrect }: UnsentProps) {
  const text = useTranslations("meetings");
  const form = useTranslations("meetings.resolving");
  if (acts.length === 0) return null;
  return (
    <ul aria-label={form("unsent")} className="divide-y divide-line">
      {acts.map((act) => {
        const { text: resolved, in_favour: favour, against, abstained } = act.done.body;
        const isRefused = act.refusal !== null;
        return (
          <li key={act.id} className="space-y-1 py-3">
            <p className="wrap-anywhere whitespace-pre-line">{resolved}</p>
            <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
              <Badge tone={isRefused ? "bad" : "waiting"}>
                {form(isRefused ? "notSent" : "waits")}
              </Badge>
              {text("votes", { favour, against, abstained })}
            </p>
            {isRefused && <p className="text-bad">{act.refusal}</p>}
            {isRefused && (
              <div className="flex flex-wrap gap-2">
                <Button variant="secondary" onClick={() => onCorrect(act)}>
                  {form("correct")}
                </Button>
                <Button variant="quiet" onClick={() => void discardAct(act)}>
                  {form("discard")}
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Its text, its votes, and whether it was carried. */
export function ResolutionText({ resolution }: { resolution: ResolutionView }) {
  const text = useTranslations("meetings");
  const form = useTranslations("meetings.resolving");
  const { carried, corrects, proposed_by: proposer, seconded_by: seconder } = resolution;
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-line">
        {resolution.number}. {resolution.text}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={carried ? "good" : "bad"}>{text(carried ? "carried" : "lost")}</Badge>
        {text("votes", {
          favour: String(resolution.in_favour),
          against: String(resolution.against),
          abstained: String(resolution.abstained),
        })}
        {resolution.majority === "two_thirds" && <span>{form("majorities.two_thirds")}</span>}
      </p>
      {(proposer !== null || seconder !== null) && (
        <p className="text-sm wrap-anywhere text-muted">
          {[
            proposer === null ? "" : form("proposedBy", { name: personName(proposer) }),
            seconder === null ? "" : form("secondedBy", { name: personName(seconder) }),
          ].join(" ")}
        </p>
      )}
      {corrects !== null && (
        <p className="text-sm text-muted">
          {form("correctsMeeting", { number: String(corrects.number) })}
        </p>
      )}
    </>
  );
}
