import { useForm, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import {
  decideContribution,
  getAllContributions,
  getContributionApprovals,
  getContributions,
  type Contribution,
} from "#contract/contributions.ts";
import { getUserData } from "#contract/members.ts";
import { getTrialBalance } from "#contract/reports.ts";
import type { Office } from "#domain/permissions.ts";
import { showFieldErrors } from "#web/api/field-errors.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMoment, formatMonth } from "#web/ui/day.ts";
import { Facts } from "#web/ui/facts.tsx";
import { useFirstFocus } from "#web/ui/first-focus.ts";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextareaField } from "#web/ui/textarea-field.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { otherOffice } from "./other-office.ts";
import { ReferenceNote } from "./reference-note.tsx";

type DecideContributionFormProps = {
  contribution: Contribution;
  office: Office | null;
  onDecided: () => void;
};

type Fields = { action: "" | "approved" | "rejected"; reject_reason: string };

/** One office's decision on one contribution (spec 4 and 5). */
export function DecideContributionForm(props: DecideContributionFormProps) {
  const { contribution, office, onDecided } = props;
  const text = useTranslations("approvals");
  const decide = useAction(decideContribution, {
    refreshes: [
      getContributionApprovals,
      getContributions,
      getAllContributions,
      getUserData,
      getTrialBalance,
    ],
  });
  const form = useForm<Fields>({ defaultValues: { action: "", reject_reason: "" } });
  const { errors, isDirty } = form.formState;
  const action = useWatch({ control: form.control, name: "action" });
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("action"));

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await decide.run({
      params: { id: contribution.contribution_id },
      body: {
        action: fields.action,
        reject_reason: fields.action === "rejected" ? fields.reject_reason : undefined,
      },
    });
    if (outcome.ok) onDecided();
    else showFieldErrors(form, outcome.error.errors);
  });

  const amount = formatMoney(contribution.amount_paid);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {contribution.own_item && (
        <Alert tone="note" title={text("own")}>
          {text("ownText")}
        </Alert>
      )}
      <div>
        <Money amount={contribution.amount_paid} size="hero" />
        <Facts
          facts={[
            { label: text("member"), value: contribution.member.full_name },
            { label: text("regNumber"), value: contribution.member.reg_number },
            { label: text("month"), value: formatMonth(contribution.contribution_month) },
            { label: text("paymentDate"), value: formatMoment(contribution.payment_date) },
            {
              label: text("reference"),
              value: (
                <>
                  <span className="block break-all">{contribution.payment_Reference_Code}</span>
                  <ReferenceNote contribution={contribution} />
                </>
              ),
            },
          ]}
        />
      </div>
      <SelectField
        label={text("action")}
        placeholder={text("chooseAction")}
        options={[
          { value: "approved", label: text("approve") },
          { value: "rejected", label: text("reject") },
        ]}
        error={errors.action?.message}
        {...form.register("action", { required: text("actionRequired") })}
      />
      {action === "rejected" && (
        <TextareaField
          label={text("reason")}
          help={text("reasonHelp")}
          maxLength={500}
          error={errors.reject_reason?.message}
          {...form.register("reject_reason", {
            validate: (reason) => reason.trim() !== "" || text("reasonRequired"),
          })}
        />
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-4 sm:flex-row sm:items-center sm:justify-between">
        <Summary contribution={contribution} office={office} action={action} />
        <Button
          type="submit"
          variant={action === "rejected" ? "danger" : "primary"}
          busy={decide.busy}
          className="flex-none"
        >
          {action === "approved"
            ? text("submitApprove", { amount })
            : action === "rejected"
              ? text("submitReject", { amount })
              : text("submit")}
        </Button>
      </div>
    </form>
  );
}

type SummaryProps = { contribution: Contribution; office: Office | null; action: Fields["action"] };

/** What the decision does, with the exact amount (contract 5). */
function Summary({ contribution, office, action }: SummaryProps) {
  const text = useTranslations("approvals");
  const other = otherOffice(office);
  const values = {
    amount: formatMoney(contribution.amount_paid),
    member: contribution.member.full_name,
    month: formatMonth(contribution.contribution_month),
  };
  const isSecond = contribution.approval_status.some(
    (verdict) => verdict.role === other && verdict.action === "approved",
  );

  return (
    <p aria-live="polite" className="text-sm font-semibold">
      {action === ""
        ? text("summaryChoose", values)
        : action === "rejected"
          ? text("summaryReject", values)
          : text(isSecond ? "summarySecond" : "summaryFirst", { ...values, other })}
    </p>
  );
}
