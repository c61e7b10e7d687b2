import { useState } from "react";
import { useTranslations } from "use-intl";
import type { LoanChange } from "#contract/loan-changes.ts";
import { answerLoanChange } from "#endpoints/loan-changes.ts";
import { getDues } from "#endpoints/dues.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Badge, Verdicts } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Money } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { RowsList } from "./rows-list.tsx";
import type { Viewer } from "./viewer.ts";

export const isWaiting = ({ status }: LoanChange) =>
  status === "pending" || status === "pending_approval";

/** One change of a loan: what it would do, who must agree, and what both offices said (LEND-9, LEND-10). */
export function ChangeView({ change, viewer }: { change: LoanChange; viewer: Viewer }) {
  const text = useTranslations("loanChanges");
  const { offices } = useUiTexts();
  const isCall = change.kind === "call";
  return (
    <div className="space-y-3">
      <Facts
        facts={[
          {
            label: text("askedBy", { name: change.asked_by.full_name }),
            value: <Outcome change={change} />,
          },
          { label: text("reason"), value: <span className="font-normal">{change.reason}</span> },
          ...(change.amount === 0
            ? []
            : [
                {
                  label: text(isCall ? "taken" : "principal"),
                  value: <Money amount={change.amount} />,
                },
              ]),
        ]}
      />
      {change.calls.length > 0 && (
        <section>
          <h3 className="font-semibold">{text("takenOf")}</h3>
          <Facts
            facts={change.calls.map(({ member, amount }) => ({
              label: member.full_name,
              value: <Money amount={amount} />,
            }))}
          />
        </section>
      )}
      {change.instalments.length > 0 && (
        <Disclosure label={text("newRows")}>
          <RowsList rows={change.instalments} caption={text("newRows")} />
        </Disclosure>
      )}
      {change.answers.length > 0 && (
        <section>
          <h3 className="font-semibold">{text("answers")}</h3>
          <ul className="divide-y divide-line">
            {change.answers.map((each) => (
              <Answer
                key={`${each.member.id} ${each.role}`}
                change={change}
                answer={each}
                viewer={viewer}
              />
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className="font-semibold">{text("offices")}</h3>
        <Verdicts
          verdicts={change.approval_status.map(({ role, action, reject_reason: note }) => ({
            who: offices[role],
            status: action,
            note,
          }))}
        />
      </section>
    </div>
  );
}

function Outcome({ change }: { change: LoanChange }) {
  const text = useTranslations("loanChanges");
  if (isWaiting(change)) return <Badge tone="waiting">{text("waits")}</Badge>;
  return change.status === "approved" ? (
    <Badge tone="good">{text("done")}</Badge>
  ) : (
    <Badge tone="bad">{text("refused")}</Badge>
  );
}

type OneAnswer = LoanChange["answers"][number];
const tones = { asked: "waiting", yes: "good", no: "bad" } as const;

type AnswerProps = { change: LoanChange; answer: OneAnswer; viewer: Viewer };

function Answer({ change, answer, viewer }: AnswerProps) {
  const text = useTranslations("loanChanges");
  const { may } = viewer;
  const isOpen = answer.answer === "asked" && isWaiting(change);
  const isOwn = answer.member.id === viewer.id;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 wrap-anywhere">
        {answer.member.full_name}
        <span className="block text-sm text-muted">{text(`roles.${answer.role}`)}</span>
      </span>
      <Badge tone={tones[answer.answer]}>{text(`answerStates.${answer.answer}`)}</Badge>
      {isOpen && isOwn && may("own.write") && <AnswerButtons change={change} />}
      {isOpen && !isOwn && may("loan-applications.decide") && (
        <AnswerFor change={change} member={answer.member} />
      )}
    </li>
  );
}

type Answering = { change: LoanChange; member?: OneAnswer["member"] };

/** An office answers for a member who cannot sign in, and for nobody else. */
function AnswerFor({ change, member }: Required<Answering>) {
  const text = useTranslations("loanChanges");
  const dues = useEndpoint(getDues, { query: { member: member.id }, figuresOnly: true });
  if (dues.data?.office_applies !== true) return null;
  return (
    <div className="basis-full">
      <p className="text-sm text-muted">{text("forText", { name: member.full_name })}</p>
      <AnswerButtons change={change} member={member} />
    </div>
  );
}

function AnswerButtons({ change, member }: Answering) {
  const text = useTranslations("loanChanges");
  const answer = useAction(answerLoanChange);
  const send = (choice: "yes" | "no") =>
    void answer.run({
      params: { id: change.id },
      body: { answer: choice, ...(member === undefined ? {} : { member_id: member.id }) },
    });
  const [isRefusing, setIsRefusing] = useState(false);
  const name = member?.full_name ?? "";
  const sayNo = member === undefined ? text("no") : text("noFor", { name });
  return (
    <div className="grid basis-full grid-cols-2 gap-2 pt-1 sm:flex">
      <Button busy={answer.busy} onClick={() => send("yes")}>
        {member === undefined ? text("yes") : text("yesFor", { name })}
      </Button>
      <Button variant="secondary" onClick={() => setIsRefusing(true)}>
        {sayNo}
      </Button>
      <Modal
        open={isRefusing}
        onClose={() => setIsRefusing(false)}
        title={text("noTitle")}
        width="small"
      >
        <p>{text("noText")}</p>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => setIsRefusing(false)}>
            {text("keep")}
          </Button>
          <Button variant="danger" busy={answer.busy} onClick={() => send("no")}>
            {sayNo}
          </Button>
        </div>
      </Modal>
    </div>
  );
}
