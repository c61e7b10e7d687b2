import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslations } from "use-intl";
import { getClaims } from "#endpoints/members.ts";
import { whyNotTakeBack } from "#domain/approvals/both-offices.ts";
import { officeOf } from "#domain/permissions.ts";
import { getOpenings, type Opening } from "#endpoints/opening.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  AcceptForm,
  RefuseForm,
  TakeBackForm,
} from "#web/features/opening/decide-opening-forms.tsx";
import { AnswersCard } from "#web/features/opening/answers-card.tsx";
import { BringBooks, Guide } from "#web/features/opening/bring-books.tsx";
import {
  MembersOfSheet,
  OpeningFacts,
  OpeningsHistory,
} from "#web/features/opening/opening-facts.tsx";
import { WaitingClaims } from "#web/features/opening/waiting-claims.tsx";
import { TrialBalance } from "#web/features/opening/opening-figures.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

/** Brings the books of an existing group: the sheet, its proposal, and the decision on it (OPEN-1 to OPEN-40). */
export function OpeningPage() {
  const text = useTranslations("opening");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="openings.read" who="officials">
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      <div className="mb-4 empty:hidden md:mb-6">
        <WaitingClaims />
      </div>
      <Openings />
    </OfficeOnly>
  );
}

OpeningPage.loader = ((prefetch, { may }) => {
  if (!may("openings.read")) return;
  prefetch(getOpenings);
  prefetch(getClaims);
}) satisfies PageLoader;

function Openings() {
  const found = useEndpoint(getOpenings);
  const current = found.data?.openings.find(
    ({ status }) => status === "proposed" || status === "accepted",
  );
  const heading = useFocusOnProposal(found.data === undefined ? undefined : (current?.id ?? null));
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined)
    return (
      <div aria-busy className="space-y-4">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
        <Skeleton className="h-56" />
      </div>
    );
  const { openings } = found.data;
  return (
    <div className="space-y-4 md:space-y-6">
      {current === undefined ? (
        <Bring last={openings[0]} />
      ) : (
        <Current key={current.id} opening={current} heading={heading} />
      )}
      {openings.length > 0 && <OpeningsHistory openings={openings} />}
    </div>
  );
}

/** Moves the focus to a sheet that was just proposed here, since the steps are gone. `id` is null without a sheet. */
function useFocusOnProposal(id: number | null | undefined) {
  const heading = useRef<HTMLDivElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (typeof id === "number" && shown.current === null) heading.current?.focus();
    shown.current = id;
  }, [id]);
  return heading;
}

/** The steps, for those who may rehearse a sheet, and above them why the last sheet is not in the books. */
function Bring({ last }: { last: Opening | undefined }) {
  const text = useTranslations("opening");
  const { offices } = useUiTexts();
  const { may } = useMember();
  const ended = last?.refused ?? last?.taken_back.at(-1);
  return (
    <>
      {ended !== undefined && (
        <Alert
          tone="note"
          title={text(last?.status === "refused" ? "one.refused" : "one.takenBack")}
        >
          {text("history.reason", {
            office: offices[ended.office],
            name: ended.by.full_name,
            reason: ended.reason ?? "",
          })}
        </Alert>
      )}
      {may("openings.rehearse") ? (
        <>
          <Guide />
          <BringBooks mayPropose={may("openings.propose")} />
        </>
      ) : (
        <Card>
          <EmptyState drawing="ledger" title={text("notYours")} hint={text("notYoursText")} />
        </Card>
      )}
    </>
  );
}

type Decision = "accept" | "refuse" | "takeBack";

/** The proposed or accepted sheet, with the actions that this person may take. */
function Current({
  opening,
  heading,
}: {
  opening: Opening;
  heading: RefObject<HTMLDivElement | null>;
}) {
  const text = useTranslations("opening");
  const { offices } = useUiTexts();
  const { may, actor } = useMember();
  const [open, setOpen] = useState<Decision | null>(null);
  const isProposed = opening.status === "proposed";
  const isOwn = opening.own_item;
  const mayAccept = isProposed && may("openings.accept") && !isOwn;
  const proposal = opening.taken_back[0];
  const office = officeOf(actor);
  const earlier = opening.taken_back.map((each) => ({ office: each.office, byId: each.by.id }));
  const mayTakeBack = office !== null && whyNotTakeBack(earlier, { office, id: actor.id }) === null;
  const close = () => setOpen(null);
  return (
    <>
      <div ref={heading} tabIndex={-1} className="scroll-mt-24 outline-none">
        <Alert
          tone={isProposed ? "waiting" : "good"}
          title={text(isProposed ? "one.proposed" : "one.accepted")}
        >
          {isProposed
            ? text(mayAccept ? "one.yourTurn" : isOwn ? "one.waits" : "one.waitsForOther")
            : text("one.membersAsked")}
        </Alert>
      </div>
      {proposal !== undefined && (
        <Alert tone="bad">
          {text("takeBack.asked", {
            office: offices[proposal.office],
            name: proposal.by.full_name,
            reason: proposal.reason ?? "",
          })}
        </Alert>
      )}
      <Card>
        <OpeningFacts opening={opening} />
        {may("openings.end") && (
          <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4 sm:flex-row sm:justify-end">
            {isProposed ? (
              <Button variant="secondary" onClick={() => setOpen("refuse")}>
                {text("one.refuse")}
              </Button>
            ) : (
              mayTakeBack && (
                <Button variant="secondary" onClick={() => setOpen("takeBack")}>
                  {text("one.takeBack")}
                </Button>
              )
            )}
            {mayAccept && (
              <Button className="max-sm:order-first" onClick={() => setOpen("accept")}>
                {text("one.accept")}
              </Button>
            )}
          </div>
        )}
      </Card>
      {!isProposed && <AnswersCard opening={opening} mayInvite={may("invitations.manage")} />}
      <TrialBalance date={opening.date} totals={opening.totals} />
      {isProposed && <MembersOfSheet opening={opening} />}
      <Modal open={open === "accept"} onClose={close} title={text("accept.title")}>
        <AcceptForm opening={opening} onDone={close} />
      </Modal>
      <Modal open={open === "refuse"} onClose={close} title={text("refuse.title")} width="small">
        <RefuseForm opening={opening} onDone={close} />
      </Modal>
      <Modal open={open === "takeBack"} onClose={close} title={text("takeBack.title")}>
        <TakeBackForm opening={opening} onDone={close} />
      </Modal>
    </>
  );
}
