import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { answerForMember, getFigureAnswers, type Opening } from "#endpoints/opening.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Code } from "#web/ui/code.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { ReasonForm } from "#web/api/reason-form.tsx";

type Answered = ReplyOf<typeof getFigureAnswers>["answers"][number];
type Reply = "resolved" | "confirmed_on_paper";

const PAGE_SIZE = 10;

type AnswersCardProps = {
  opening: Opening;
  /** The Chairperson, who invites members without an account to claim theirs (OPEN-53). */
  mayInvite: boolean;
};

/** How many members have confirmed, who disputes their figures, and who has not answered yet (OPEN-60). */
export function AnswersCard({ opening, mayInvite }: AnswersCardProps) {
  const text = useTranslations("opening.answers");
  const { confirmed, disputed, open } = opening;
  const all = confirmed + disputed + open;
  return (
    <Card title={text("title")}>
      <p className="text-lg font-semibold">{text("sentence", { confirmed, all, disputed })}</p>
      <progress
        className="mt-2 block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
        max={all}
        value={confirmed}
        aria-label={text("bar", { confirmed, all })}
      />
      <p className="mt-1 text-muted">{text("open", { count: open })}</p>
      {disputed > 0 && <Answers state="disputed" mayInvite={false} />}
      {open > 0 && <Answers state="open" mayInvite={mayInvite} />}
    </Card>
  );
}

function Answers({ state, mayInvite }: { state: "disputed" | "open"; mayInvite: boolean }) {
  const text = useTranslations("opening.answers");
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<Answered | null>(null);
  const found = useEndpoint(getFigureAnswers, { query: { state, page, page_size: PAGE_SIZE } });
  const title = text(state === "disputed" ? "disputes" : "waiting");
  return (
    <section aria-label={title} className="mt-6">
      <h3 className="mb-3 font-semibold">{title}</h3>
      <DataTable
        caption={title}
        captionHidden
        rows={found.data?.answers}
        rowKey={({ member }) => member.id}
        loading={found.isPending}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
        empty={<EmptyState drawing="people" title={text("nobodyWaits")} />}
        paging={{
          page,
          pageSize: PAGE_SIZE,
          count: found.data?.count ?? 0,
          onPage: setPage,
        }}
        columns={[
          {
            key: "member",
            title: text("member"),
            slot: "lead",
            rowHeader: true,
            cell: ({ member, has_account: hasAccount }) => (
              <span className="block wrap-anywhere">
                {member.full_name}
                <span className="block text-sm font-normal text-muted">
                  <Code>{member.reg_number}</Code>
                </span>
                {!hasAccount && (
                  <span className="block text-sm font-normal text-muted">{text("noAccount")}</span>
                )}
              </span>
            ),
          },
          {
            key: "figures",
            title: text("figures"),
            cell: ({ savings, loans, fines, words }) => (
              <span className="block wrap-anywhere">
                {text("savedTo", {
                  savings: formatMoney(savings),
                  owed: formatMoney(loans + fines),
                })}
                {words !== null && (
                  <span className="block font-semibold">{text("says", { words })}</span>
                )}
              </span>
            ),
          },
          {
            key: "action",
            title: text("resolve"),
            slot: "action",
            cell: (answered) =>
              (state === "disputed" || !answered.has_account) && (
                <span className="flex flex-wrap gap-2">
                  {mayInvite && (
                    <Link
                      className={buttonClass("secondary")}
                      to="/dashboard/admin/invitations"
                      search={{ reg_number: answered.member.reg_number }}
                    >
                      {text("invite")}
                      <span className="sr-only">{` ${answered.member.full_name}`}</span>
                    </Link>
                  )}
                  <Button variant="secondary" onClick={() => setChosen(answered)}>
                    {text(state === "disputed" ? "resolve" : "paper")}
                    <span className="sr-only">{` ${answered.member.full_name}`}</span>
                  </Button>
                </span>
              ),
          },
        ]}
      />
      <Modal
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title={text(state === "disputed" ? "resolveTitle" : "paperTitle", {
          name: chosen?.member.full_name ?? "",
        })}
      >
        {chosen !== null && (
          <AnswerForm
            answered={chosen}
            reply={state === "disputed" ? "resolved" : "confirmed_on_paper"}
            onDone={() => setChosen(null)}
          />
        )}
      </Modal>
    </section>
  );
}

type AnswerFormProps = { answered: Answered; reply: Reply; onDone: () => void };

/** An office resolves a dispute, or records that a member without an account has signed. */
function AnswerForm({ answered, reply, onDone }: AnswerFormProps) {
  const text = useTranslations("opening.answers");
  const answer = useAction(answerForMember);
  const { member, words } = answered;
  const isResolved = reply === "resolved";
  return (
    <ReasonForm
      field="words"
      draft={`${reply} ${member.id}`}
      label={text(isResolved ? "resolveWords" : "paperWords")}
      required={text("required")}
      submit={text(isResolved ? "resolveSubmit" : "paperSubmit")}
      busy={answer.busy}
      send={(sentence) =>
        answer.run({ params: { id: member.id }, body: { answer: reply, words: sentence } })
      }
      onDone={onDone}
    >
      {words !== null && <p className="font-semibold wrap-anywhere">{text("says", { words })}</p>}
      <p>{text(isResolved ? "resolveText" : "paperText")}</p>
    </ReasonForm>
  );
}
