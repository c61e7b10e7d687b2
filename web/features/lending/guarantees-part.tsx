import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { answerGuarantee, getLoanSchedule, type GuaranteeView } from "#endpoints/lending.ts";
import { getLoan, type getGuarantees } from "#endpoints/loans.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { FormErrors } from "#web/ui/form.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { GuaranteeBadge } from "./guarantee-badge.tsx";
import { HeldLine } from "./guarantors-card.tsx";
import { RowsList } from "./rows-list.tsx";

export type GuaranteesPartProps = {
  own: ReplyOf<typeof getGuarantees>;
  mayAnswer: boolean;
};

/** "You are asked to guarantee" and "You guarantee", of the Loans page (LEND-6). */
export function GuaranteesPart({ own, mayAnswer }: GuaranteesPartProps) {
  const text = useTranslations("lending");
  const [answering, setAnswering] = useState<GuaranteeView | null>(null);
  const asked = own.guarantees.filter(({ state }) => state === "asked");
  const agreed = own.guarantees.filter(
    ({ state, called }) => state === "agreed" || (state === "ended" && called > 0),
  );
  const facts = { free: formatMoney(own.free_savings), held: formatMoney(own.held) };
  return (
    <>
      {asked.length > 0 && (
        <Card title={text("asked")}>
          <p className="text-muted">{unbroken(text("freeSavings", facts))}</p>
          <ul className="divide-y divide-line">
            {asked.map((guarantee) => (
              <Row key={guarantee.id} guarantee={guarantee}>
                {mayAnswer && (
                  <Button onClick={() => setAnswering(guarantee)}>
                    {text("answer")}
                    <span className="sr-only">{` ${guarantee.borrower.full_name}`}</span>
                  </Button>
                )}
              </Row>
            ))}
          </ul>
        </Card>
      )}
      {agreed.length > 0 && (
        <Card title={text("guarantee")}>
          <p className="text-muted">{unbroken(text("freeSavings", facts))}</p>
          <ul className="divide-y divide-line">
            {agreed.map((guarantee) => (
              <Row key={guarantee.id} guarantee={guarantee}>
                {guarantee.state === "agreed" && mayAnswer && (
                  <TakeBack guarantee={guarantee} onPress={() => setAnswering(guarantee)} />
                )}
              </Row>
            ))}
          </ul>
        </Card>
      )}
      <Modal
        open={answering !== null}
        onClose={() => setAnswering(null)}
        title={titleOf(text, answering)}
      >
        {answering?.state === "asked" ? (
          <Answer guarantee={answering} onDone={() => setAnswering(null)} />
        ) : (
          answering && <Withdraw guarantee={answering} onDone={() => setAnswering(null)} />
        )}
      </Modal>
    </>
  );
}

type Text = ReturnType<typeof useTranslations<"lending">>;

function titleOf(text: Text, guarantee: GuaranteeView | null): string {
  if (guarantee === null) return "";
  return guarantee.state === "asked"
    ? text("agreeTitle", { amount: formatMoney(guarantee.amount) })
    : text("withdrawTitle");
}

type RowProps = { guarantee: GuaranteeView; children: ReactNode };

function Row({ guarantee, children }: RowProps) {
  const { loan, borrower, state } = guarantee;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <span className="min-w-0 flex-1 basis-44 wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{borrower.full_name}</span>
          <GuaranteeBadge state={state} />
        </span>
        <HeldLine guarantee={guarantee} />
        <Link
          to="/dashboard/loans/$loanId"
          params={{ loanId: String(loan.loan_id) }}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {loan.loan_name}
        </Link>
      </span>
      <span className="flex items-center gap-3">
        {state === "asked" && <Money amount={guarantee.amount} className="font-semibold" />}
        {children}
      </span>
    </li>
  );
}

/** Until the payout. */
function TakeBack({ guarantee, onPress }: { guarantee: GuaranteeView; onPress: () => void }) {
  const text = useTranslations("lending");
  const found = useEndpoint(getLoan, { params: { id: guarantee.loan.loan_id } });
  if (found.data?.loan.start_date !== null) return null;
  return (
    <Button variant="quiet" onClick={onPress} className="px-2!">
      {text("withdraw")}
      <span className="sr-only">{` ${guarantee.borrower.full_name}`}</span>
    </Button>
  );
}

type AnswerProps = { guarantee: GuaranteeView; onDone: () => void };

/** With the amount and every row in sight. */
function Answer({ guarantee, onDone }: AnswerProps) {
  const text = useTranslations("lending");
  const { loan, borrower } = guarantee;
  const schedule = useEndpoint(getLoanSchedule, { params: { id: loan.loan_id } });
  const answer = useAction(answerGuarantee);
  const [refusal, setRefusal] = useState<string>();
  const amount = formatMoney(guarantee.amount);
  const send = async (choice: "agree" | "decline") => {
    const body = { answer: choice, amount_seen: guarantee.amount };
    const outcome = await answer.run({ params: { id: guarantee.id }, body });
    if (outcome.ok) return onDone();
    setRefusal(outcome.error.errors["amount_seen"]?.[0] ?? outcome.error.errors["member_id"]?.[0]);
  };
  if (schedule.isError)
    return <LoadProblem detail={schedule.error.detail} onRetry={() => void schedule.refetch()} />;
  if (schedule.data === undefined) return <Skeleton className="h-96" />;
  return (
    <div className="space-y-4">
      {refusal !== undefined && <FormErrors errors={[{ message: refusal }]} />}
      <p>
        {unbroken(text("agreeText", { name: borrower.full_name, loan: loan.loan_name, amount }))}
      </p>
      <RowsList rows={schedule.data.instalments} caption={text("rows")} />
      <div className="flex flex-col gap-2 border-t border-line pt-4 sm:flex-row-reverse">
        <Button busy={answer.busy} onClick={() => void send("agree")}>
          {text("agree", { amount })}
        </Button>
        <Button variant="secondary" busy={answer.busy} onClick={() => void send("decline")}>
          {text("decline")}
        </Button>
      </div>
    </div>
  );
}

function Withdraw({ guarantee, onDone }: AnswerProps) {
  const text = useTranslations("lending");
  const answer = useAction(answerGuarantee);
  const run = async () => {
    const body = { answer: "withdraw" as const };
    const outcome = await answer.run({ params: { id: guarantee.id }, body });
    if (outcome.ok) onDone();
  };
  const facts = {
    loan: guarantee.loan.loan_name,
    name: guarantee.borrower.full_name,
    amount: formatMoney(guarantee.amount),
  };
  return (
    <>
      <p>{unbroken(text("withdrawText", facts))}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          {text("keep")}
        </Button>
        <Button variant="danger" busy={answer.busy} onClick={() => void run()}>
          {text("withdraw")}
        </Button>
      </div>
    </>
  );
}
