import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import {
  askGuarantor,
  getLoanProducts,
  type GuaranteeView,
  removeGuarantor,
} from "#endpoints/lending.ts";
import type { Loan } from "#endpoints/loans.ts";
import type { Person } from "#contract/people.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Form, FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { readPositive } from "#web/ui/money-field.tsx";
import { formatMoney, sumKes, unbroken } from "#web/ui/money.tsx";
import { FindMember } from "./find-member.tsx";
import { GuaranteeBadge } from "./guarantee-badge.tsx";

type GuarantorsCardProps = {
  loan: Loan;
  /** The borrower, until the payout. */
  mayChange: boolean;
};

/** Who guarantees a loan, and what is held of them; the borrower asks and removes them here (LEND-6). */
export function GuarantorsCard({ loan, mayChange }: GuarantorsCardProps) {
  const text = useTranslations("lending");
  const [isAsking, setIsAsking] = useState(false);
  const [removing, setRemoving] = useState<GuaranteeView | null>(null);
  const { guarantees = [], guarantee_needed: needed = 0 } = loan;
  if (guarantees.length === 0 && needed === 0 && !mayChange) return null;
  return (
    <Card title={text("guarantors")}>
      {loan.start_date === null && <Needed loan={loan} />}
      {guarantees.length === 0 ? (
        <p className="text-muted">{text("guarantorsNone")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {guarantees.map((guarantee) => (
            <li
              key={guarantee.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
            >
              <span className="min-w-0 flex-1 basis-44 wrap-anywhere">
                <span className="block font-semibold">{guarantee.member.full_name}</span>
                <HeldLine guarantee={guarantee} />
              </span>
              <span className="flex items-center gap-2">
                <GuaranteeBadge state={guarantee.state} />
                {mayChange && isOpen(guarantee) && (
                  <Button variant="quiet" onClick={() => setRemoving(guarantee)} className="px-2!">
                    {text("remove")}
                    <span className="sr-only">{` ${guarantee.member.full_name}`}</span>
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <Button
          variant="secondary"
          icon={<UserPlus aria-hidden />}
          onClick={() => setIsAsking(true)}
          className="mt-3 max-sm:w-full"
        >
          {text("add")}
        </Button>
      )}
      <Modal
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={text("addTitle")}
        description={text("addText")}
      >
        <AskForm loan={loan} onAsked={() => setIsAsking(false)} />
      </Modal>
      <Modal
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={text("removeTitle", { name: removing?.member.full_name ?? "" })}
        width="small"
      >
        {removing && <Remove guarantee={removing} onDone={() => setRemoving(null)} />}
      </Modal>
    </Card>
  );
}

const isOpen = ({ state }: GuaranteeView) => state === "asked" || state === "agreed";

/** What is held of a guarantor now, and what was called. */
export function HeldLine({ guarantee }: { guarantee: GuaranteeView }) {
  const text = useTranslations("lending");
  const { state, amount, held, called } = guarantee;
  const facts = { amount: formatMoney(amount), held: formatMoney(held) };
  return (
    <span className="block text-sm text-muted">
      {unbroken(text(state === "agreed" ? "holds" : "asks", facts))}
      {called > 0 && (
        <span className="block text-bad">
          {unbroken(text("calledOf", { amount: formatMoney(called) }))}
        </span>
      )}
    </span>
  );
}

/** How much of what is needed is agreed, and how many people it takes. */
function Needed({ loan }: { loan: Loan }) {
  const text = useTranslations("lending");
  const forms = useTranslations("lendingForms");
  const products = useEndpoint(getLoanProducts, { query: { all: "true" }, figuresOnly: true });
  const people =
    products.data?.products.find(({ id }) => id === loan.product?.id)?.guarantors_least ?? 0;
  const { guarantees = [], guarantee_needed: needed = 0 } = loan;
  const agreedOnes = guarantees.filter(({ state }) => state === "agreed");
  const agreed = sumKes(agreedOnes.map(({ amount }) => amount));
  if (needed === 0 && people === 0) return null;
  const isEnough = agreed >= needed && agreedOnes.length >= people;
  return (
    <p className="mb-2">
      {unbroken(text("needed", { amount: formatMoney(needed), agreed: formatMoney(agreed) }))}{" "}
      {people > 0 && <>{forms("people", { count: people })} </>}
      <strong className={isEnough ? "text-good" : "text-waiting"}>
        {isEnough
          ? text("enough")
          : agreed < needed &&
            unbroken(text("missing", { amount: formatMoney(sumKes([needed, -agreed])) }))}
      </strong>
    </p>
  );
}

type Fields = { member_id: string; amount: string };

function AskForm({ loan, onAsked }: { loan: Loan; onAsked: () => void }) {
  const text = useTranslations("lending");
  const ask = useAction(askGuarantor);
  const [member, setMember] = useState<Person | null>(null);
  const form = useForm<Fields>({ defaultValues: { member_id: "", amount: "" } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, `guarantor of ${loan.loan_id}`, ["member_id"]);
  const cents = readPositive(form.watch("amount"));
  const choose = (chosen: Person | null) => {
    setMember(chosen);
    form.clearErrors("member_id");
  };
  const submit = form.handleSubmit(async ({ amount }) => {
    if (member === null) return form.setError("member_id", { message: text("memberRequired") });
    const body = { member_id: member.id, amount };
    const outcome = await ask.run({ params: { id: loan.loan_id }, body });
    if (outcome.ok) {
      forget();
      onAsked();
    } else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <Form onSubmit={submit}>
      <FindMember member={member} onMember={choose} error={errors.member_id?.message} />
      <AmountField
        control={form.control}
        name="amount"
        label={text("guaranteeAmount")}
        rules={{ validate: (typed) => readPositive(typed) !== null || text("amountRequired") }}
      />
      <FormFoot>
        <p aria-live="polite" className="text-sm font-semibold">
          {member === null || cents === null
            ? text("askEmpty")
            : unbroken(
                text("askSummary", {
                  name: member.full_name,
                  amount: formatMoney(Number(cents) / 100),
                }),
              )}
        </p>
        <Button type="submit" busy={ask.busy} className="flex-none">
          {text("ask")}
        </Button>
      </FormFoot>
    </Form>
  );
}

function Remove({ guarantee, onDone }: { guarantee: GuaranteeView; onDone: () => void }) {
  const text = useTranslations("lending");
  const remove = useAction(removeGuarantor);
  const run = async () => {
    const outcome = await remove.run({ params: { id: guarantee.id } });
    if (outcome.ok) onDone();
  };
  return (
    <>
      <p>{text("removeText", { name: guarantee.member.full_name })}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          {text("keep")}
        </Button>
        <Button variant="danger" busy={remove.busy} onClick={() => void run()}>
          {text("remove")}
        </Button>
      </div>
    </>
  );
}
