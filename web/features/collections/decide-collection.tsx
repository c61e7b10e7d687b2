// One office's decision on a collection as a whole: whoever approves says the count they made (CASH-6).
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { parseKes } from "#domain/money.ts";
import type { Office } from "#domain/permissions.ts";
import { type CollectionView, decideCollection } from "#endpoints/collections.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { useAction } from "#web/api/use-action.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Form, FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, Money, sumCents, unbroken } from "#web/ui/money.tsx";
import { Difference } from "./difference.tsx";

type Fields = { action: "" | "approved" | "rejected"; counted_seen: string; reject_reason: string };

type DecideCollectionProps = {
  collection: CollectionView;
  office: Office | null;
  onDecided: () => void;
};

export function DecideCollection({ collection, office, onDecided }: DecideCollectionProps) {
  const text = useTranslations("collections.approvals");
  const facts = useTranslations("collections");
  const decide = useAction(decideCollection);
  const form = useForm<Fields>({
    defaultValues: { action: "", counted_seen: "", reject_reason: "" },
  });
  const { errors, isDirty } = form.formState;
  const action = useWatch({ control: form.control, name: "action" });
  useUnsaved(isDirty);
  const forget = useDraft(form, `collection ${collection.id}`);
  const isRejected = action === "rejected";
  const isSecond = collection.approval_status.some(
    ({ role, action: verdict }) => role !== office && verdict === "approved",
  );
  const submit = form.handleSubmit(async ({ action: chosen, counted_seen, reject_reason }) => {
    const outcome = await decide.run({
      params: { id: collection.id },
      body: isRejected ? { action: chosen, reject_reason } : { action: chosen, counted_seen },
    });
    if (outcome.ok) {
      forget();
      onDecided();
    } else showFieldErrors(form, outcome.error.errors);
  });
  const amount = formatMoney(collection.counted);
  return (
    <Form onSubmit={submit}>
      <Facts
        facts={[
          { label: facts("total"), value: <Money amount={collection.total} /> },
          {
            label: facts("difference"),
            value: <Difference cents={sumCents([collection.difference])} />,
          },
        ]}
      />
      <SelectField
        label={text("action")}
        placeholder={text("choose")}
        options={[
          { value: "approved", label: text("approve") },
          { value: "rejected", label: text("reject") },
        ]}
        error={errors.action?.message}
        {...form.register("action", { required: text("actionRequired") })}
      />
      {action === "approved" && (
        <AmountField
          control={form.control}
          name="counted_seen"
          label={text("counted")}
          help={text("countedHelp")}
          rules={{
            validate: (value) => typeof parseKes(value) === "bigint" || text("countRequired"),
          }}
        />
      )}
      {isRejected && (
        <ReasonField
          control={form.control}
          name="reject_reason"
          label={text("reason")}
          help={text("reasonHelp")}
          required={text("reasonRequired")}
        />
      )}
      <FormFoot>
        <p aria-live="polite" className="text-sm font-semibold">
          {unbroken(
            action === ""
              ? text("chooseSummary")
              : isRejected
                ? text("rejectSummary")
                : text(isSecond ? "second" : "first", { amount }),
          )}
        </p>
        <Button
          type="submit"
          variant={isRejected ? "danger" : "primary"}
          busy={decide.busy}
          className="flex-none"
        >
          {text(action === "" ? "decide" : isRejected ? "reject" : "approve")}
        </Button>
      </FormFoot>
    </Form>
  );
}
