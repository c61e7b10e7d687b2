// What a member does in their merry-go-round: pays, confirms what they were paid, swaps turns, leaves (ROT-4, ROT-6 to ROT-8).
import { useState } from "react";
import { useTranslations } from "use-intl";
import {
  answerSwap,
  askSwap,
  confirmDirect,
  leaveRotation,
  payRotation,
  type Rotation,
  type RotationMember,
} from "#endpoints/rotations.ts";
import { showFieldErrors, AmountField, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { ReferenceField, SelectField } from "#web/ui/field.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { readPositive } from "#web/ui/money-field.tsx";

type OwnProps = { rotation: Rotation; own: RotationMember };
type ActProps = OwnProps & { onDone: () => void };
type Act = "pay" | "direct" | "swap" | "leave";

export function OwnActs({ rotation, own }: OwnProps) {
  const text = useTranslations("rotations");
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const isIn = own.left === null;
  const turn = rotation.turns.find(({ receiver }) => receiver.id === own.member.id);
  const isRunning = rotation.status === "running";
  const offered: Record<Act, boolean> = {
    pay: own.left_to_pay > 0,
    direct: isRunning && turn !== undefined && turn.paid_out < turn.due,
    swap: isRunning && isIn && swappable(rotation, own),
    leave: isRunning && isIn,
  };
  const acts = (["pay", "direct", "swap", "leave"] as const).filter((each) => offered[each]);
  return (
    <>
      <Swaps rotation={rotation} own={own} />
      <div className="flex flex-wrap gap-3">
        {acts.map((each) => (
          <Button
            key={each}
            variant={each === "pay" ? "primary" : each === "leave" ? "quiet" : "secondary"}
            onClick={() => setAct(each)}
          >
            {text(`${each}.button`)}
          </Button>
        ))}
      </div>
      <Modal
        open={act !== null}
        onClose={close}
        title={act === null ? "" : text(`${act}.title`)}
        description={rotation.name}
      >
        {act === "pay" && <PayForm rotation={rotation} own={own} onDone={close} />}
        {act === "direct" && <DirectForm rotation={rotation} own={own} onDone={close} />}
        {act === "swap" && <SwapForm rotation={rotation} own={own} onDone={close} />}
        {act === "leave" && <LeaveForm rotation={rotation} own={own} onDone={close} />}
      </Modal>
    </>
  );
}

/** Whether nothing was received of the member's turn, nor has an office begun to pay it out. */
function swappable({ turns }: Rotation, { member }: RotationMember): boolean {
  const turn = turns.find(({ receiver }) => receiver.id === member.id);
  return (
    turn !== undefined &&
    turn.paid_out === 0 &&
    turn.state !== "paid_out" &&
    turn.waits_for === null
  );
}

function Swaps({ rotation, own }: OwnProps) {
  const text = useTranslations("rotations.swap");
  const answer = useAction(answerSwap);
  return rotation.swaps
    .filter(({ status }) => status === "asked")
    .map(({ id, asked_by: askedBy, with_member: other }) => {
      if (askedBy.id === own.member.id)
        return <Alert key={id} tone="waiting" title={text("waits", { member: other.full_name })} />;
      if (other.id !== own.member.id) return null;
      const give = (reply: "yes" | "no") =>
        void answer.run({ params: { id }, body: { answer: reply } });
      return (
        <Alert
          key={id}
          tone="note"
          title={text("asked", { member: askedBy.full_name })}
          action={
            <span className="flex flex-wrap gap-3">
              <Button busy={answer.busy} onClick={() => give("yes")}>
                {text("yes")}
              </Button>
              <Button variant="secondary" busy={answer.busy} onClick={() => give("no")}>
                {text("no")}
              </Button>
            </span>
          }
        >
          {text("text")}
        </Alert>
      );
    });
}

function PayForm({ rotation, own, onDone }: ActProps) {
  const text = useTranslations("rotations.pay");
  const pay = useAction(payRotation);
  const due = own.owes_now > 0 && own.owes_now <= own.left_to_pay ? own.owes_now : rotation.amount;
  const form = useForm({
    defaultValues: {
      amount_paid: String(Math.min(due, own.left_to_pay)),
      payment_Reference_Code: "",
    },
  });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("amount_paid"));
  const submit = form.handleSubmit(async (body) => {
    const outcome = await pay.run({ params: { id: rotation.id }, body });
    if (outcome.ok) onDone();
    else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">{text("text")}</p>
      <AmountField
        control={form.control}
        name="amount_paid"
        rules={{ validate: (typed: string) => readPositive(typed) !== null || text("positive") }}
        label={text("amount")}
        help={text("help", { left: formatMoney(own.left_to_pay) })}
      />
      <ReferenceField
        label={text("reference")}
        error={errors.payment_Reference_Code?.message}
        {...form.register("payment_Reference_Code", {
          validate: (reference) => reference.trim() !== "" || text("required"),
        })}
      />
      <Button type="submit" busy={pay.busy} className="sm:self-end">
        {text("submit")}
      </Button>
    </Form>
  );
}

function DirectForm({ rotation, own, onDone }: ActProps) {
  const text = useTranslations("rotations.direct");
  const pay = useTranslations("rotations.pay");
  const confirm = useAction(confirmDirect);
  const turn = rotation.turns.find(({ receiver }) => receiver.id === own.member.id);
  const form = useForm({ defaultValues: { member_id: "", amount: String(rotation.amount) } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  if (turn === undefined) return null;
  const submit = form.handleSubmit(async ({ member_id: memberId, amount }) => {
    const body = { member_id: Number(memberId), amount };
    const outcome = await confirm.run({ params: { id: turn.id }, body });
    if (outcome.ok) onDone();
    else showFieldErrors(form, outcome.error.errors);
  });
  const others = rotation.members.filter(({ member }) => member.id !== own.member.id);
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">{text("text")}</p>
      <SelectField
        label={text("member")}
        options={[
          { value: "", label: "" },
          ...others.map(({ member }) => ({ value: String(member.id), label: member.full_name })),
        ]}
        error={errors.member_id?.message}
        {...form.register("member_id", { required: text("required") })}
      />
      <AmountField
        control={form.control}
        name="amount"
        rules={{ validate: (typed: string) => readPositive(typed) !== null || pay("positive") }}
        label={text("amount")}
      />
      <Button type="submit" busy={confirm.busy} className="sm:self-end">
        {text("submit")}
      </Button>
    </Form>
  );
}

function SwapForm({ rotation, own, onDone }: ActProps) {
  const text = useTranslations("rotations.swap");
  const ask = useAction(askSwap);
  const form = useForm({ defaultValues: { with_member_id: "" } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ with_member_id: other }) => {
    const body = { with_member_id: Number(other) };
    const outcome = await ask.run({ params: { id: rotation.id }, body });
    if (outcome.ok) onDone();
    else showFieldErrors(form, outcome.error.errors);
  });
  const others = rotation.members.filter(
    (each) => each.member.id !== own.member.id && each.left === null && swappable(rotation, each),
  );
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">{text("text")}</p>
      <SelectField
        label={text("member")}
        options={[
          { value: "", label: "" },
          ...others.map(({ member, turn }) => ({
            value: String(member.id),
            label: text("option", { member: member.full_name, turn: String(turn) }),
          })),
        ]}
        error={errors.with_member_id?.message}
        {...form.register("with_member_id", { required: text("required") })}
      />
      <Button type="submit" busy={ask.busy} className="sm:self-end">
        {text("submit")}
      </Button>
    </Form>
  );
}

function LeaveForm({ rotation, own, onDone }: ActProps) {
  const text = useTranslations("rotations.leave");
  const leave = useAction(leaveRotation);
  const hadTurn = own.received > 0;
  const submit = async () => {
    const outcome = await leave.run({ params: { id: rotation.id } });
    if (outcome.ok) onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      <p>
        {unbroken(hadTurn ? text("after", { left: formatMoney(own.left_to_pay) }) : text("before"))}
      </p>
      <Button
        variant="danger"
        busy={leave.busy}
        onClick={() => void submit()}
        className="sm:self-end"
      >
        {text("submit")}
      </Button>
    </div>
  );
}
