import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { formatKes, parseKes } from "#domain/money.ts";
import { isReachable, onReachable } from "#web/api/connection.ts";
import { startCorrection } from "#web/api/stored/correction.ts";
import type { StoredPayment } from "#web/api/stored/device-store.ts";
import { setLeaveQuestion, type Unsent } from "#web/api/stored/leave.ts";
import {
  onOutboxNews,
  discardStored,
  isOld,
  listOutbox,
  sendStored,
} from "#web/api/stored/outbox.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMomentAndTime, formatMonth } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { showToast } from "#web/ui/toaster.tsx";

type OutboxListProps = {
  payments: readonly StoredPayment[];
  sent: readonly Sent[];
  onDismiss: (id: string) => void;
};

/** Payments without an answer yet, their state, and what can be done. */
export function OutboxList({ payments, sent, onDismiss }: OutboxListProps) {
  const text = useTranslations("offline");
  const [discarding, setDiscarding] = useState<StoredPayment | null>(null);
  if (payments.length + sent.length === 0) return null;
  return (
    <section aria-label={text("outbox")} className="space-y-3">
      {payments.map((payment) =>
        payment.refusal === null ? (
          <Waiting key={payment.id} payment={payment} onDiscard={() => setDiscarding(payment)} />
        ) : (
          <Refused key={payment.id} payment={payment} onDiscard={() => setDiscarding(payment)} />
        ),
      )}
      {sent.map(({ payment, detail }) => (
        <Alert
          key={payment.id}
          tone="good"
          title={text("sent", namesOf(payment))}
          action={
            <Button variant="quiet" onClick={() => onDismiss(payment.id)}>
              {text("close")}
            </Button>
          }
        >
          {detail}
        </Alert>
      ))}
      <Question
        title={text("discardTitle")}
        text={discarding && text("discardText", namesOf(discarding))}
        yes={text("discard")}
        no={text("keep")}
        onAnswer={(yes) => {
          if (yes && discarding !== null) void discardStored(discarding.id);
          setDiscarding(null);
        }}
      />
    </section>
  );
}

type OneProps = { payment: StoredPayment; onDiscard: () => void };

function Waiting({ payment, onDiscard }: OneProps) {
  const text = useTranslations("offline");
  const away = useSyncExternalStore(onReachable, () => !isReachable());
  const old = isOld(payment);
  const title = old ? "old" : away ? "waitingNetwork" : "waitingServer";
  return (
    <Alert
      tone="waiting"
      title={text(title, namesOf(payment))}
      action={
        <Actions>
          <Button variant="secondary" onClick={() => void sendStored(payment.id)}>
            {text("sendNow")}
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            {text("discard")}
          </Button>
        </Actions>
      }
    >
      {old ? text("oldText", { when: typedOn(payment) }) : <Purpose payment={payment} />}
    </Alert>
  );
}

function Refused({ payment, onDiscard }: OneProps) {
  const text = useTranslations("offline");
  const navigate = useNavigate();
  const correct = () => {
    startCorrection(payment);
    if (payment.kind === CONTRIBUTION)
      void navigate({ to: "/dashboard/contributions", search: { pay: true } });
    else if (payment.kind === "sum")
      void navigate({ to: "/dashboard/contributions", search: { pay: "due" } });
    else if (payment.loan === null)
      void navigate({ to: "/dashboard/transactions/fines", search: { pay: true } });
    else
      void navigate({
        to: "/dashboard/loans/repay-loan/$loanId",
        params: { loanId: String(payment.loan.id) },
      });
  };
  return (
    <Alert
      tone="bad"
      title={text("refused", namesOf(payment))}
      action={
        <Actions>
          <Button variant="secondary" onClick={correct}>
            {text("correct")}
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            {text("discard")}
          </Button>
        </Actions>
      }
    >
      {payment.refusal} <Purpose payment={payment} />
    </Alert>
  );
}

function Actions({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>;
}

function Purpose({ payment }: { payment: StoredPayment }) {
  const text = useTranslations("offline");
  const month = payment.body["contribution_month"];
  const purpose =
    payment.kind === "sum"
      ? text("forSum")
      : month !== undefined
        ? text("forContribution", { month: formatMonth(month) })
        : payment.loan !== null
          ? text("forLoan", { loan: payment.loan.name })
          : text("forFine");
  return (
    <span className="text-muted">
      {purpose}, {text("typed", { when: typedOn(payment) })}
    </span>
  );
}

function namesOf({ body }: StoredPayment): { amount: string; reference: string } {
  const cents = parseKes(body["amount_paid"] ?? "");
  return {
    amount: typeof cents === "bigint" ? formatKes(cents) : (body["amount_paid"] ?? ""),
    reference: body["payment_Reference_Code"] ?? "",
  };
}

function typedOn({ typedAt }: StoredPayment): string {
  return formatMomentAndTime(new Date(typedAt).toISOString());
}

type Sent = { payment: StoredPayment; detail: string };

/** The member's unsent payments, and those sent since this page opened; a toast reports each. */
export function useOutbox(onSent: () => void) {
  const text = useTranslations("offline");
  const [payments, setPayments] = useState<readonly StoredPayment[]>([]);
  const [sent, setSent] = useState<readonly Sent[]>([]);

  useEffect(() => {
    const reload = () => void listOutbox().then(setPayments);
    reload();
    return onOutboxNews((news) => {
      reload();
      if (news.kind === "kept") showToast("note", text("storedToast"));
      if (news.kind === "refused")
        showToast("error", text("refusedToast", { detail: news.detail }));
      if (news.kind === "sent") {
        showToast("success", text("sentToast", { detail: news.detail }));
        setPayments((before) => before.filter(({ id }) => id !== news.payment.id));
        setSent((before) => [...before, news]);
        onSent();
      }
    });
  }, [text, onSent]);

  const dismiss = (id: string) =>
    setSent((before) => before.filter(({ payment }) => payment.id !== id));
  return { payments, sent, dismiss };
}

/** Asks before signing out loses payments that were not sent. */
export function LeaveQuestion() {
  const text = useTranslations("offline");
  const [requested, setRequested] = useState<{
    unsent: Unsent;
    answer: (yes: boolean) => void;
  } | null>(null);
  useEffect(() => {
    setLeaveQuestion((unsent) => new Promise((answer) => setRequested({ unsent, answer })));
    return () => setLeaveQuestion(null);
  }, []);
  return (
    <Question
      title={text("leaveTitle")}
      text={
        requested &&
        (requested.unsent.acts === 0
          ? text("leaveText", { count: requested.unsent.payments })
          : text("leaveMeeting", { count: requested.unsent.payments + requested.unsent.acts }))
      }
      yes={text("leave")}
      no={text("stay")}
      onAnswer={(yes) => {
        requested?.answer(yes);
        setRequested(null);
      }}
    />
  );
}

type QuestionProps = {
  /** Null asks nothing. */
  text: string | null;
  title: string;
  yes: string;
  no: string;
  onAnswer: (yes: boolean) => void;
};

/** Asks before something is lost. */
function Question({ text, title, yes, no, onAnswer }: QuestionProps) {
  return (
    <Modal open={text !== null} onClose={() => onAnswer(false)} title={title} width="small">
      <p>{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="danger" onClick={() => onAnswer(true)}>
          {yes}
        </Button>
        <Button onClick={() => onAnswer(false)}>{no}</Button>
      </div>
    </Modal>
  );
}
