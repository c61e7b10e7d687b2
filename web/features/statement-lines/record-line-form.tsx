import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { recordLine, type StatementLine } from "#contract/statements.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { SelectField } from "#web/ui/field.tsx";

const kinds = ["contribution", "loan_payment", "fine_payment"] as const;

type Fields = { member_id: string; kind: (typeof kinds)[number] };

type RecordLineFormProps = {
  line: StatementLine;
  members: readonly User[];
  onRecorded: () => void;
};

/** A line that nobody claimed becomes a payment in a member's name (STAT-16). */
export function RecordLineForm({ line, members, onRecorded }: RecordLineFormProps) {
  const text = useTranslations("statementLines");
  const record = useAction(recordLine);
  const form = useForm<Fields>({ defaultValues: { member_id: "", kind: "contribution" } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("member_id"));

  const submit = form.handleSubmit(async ({ member_id, kind }) => {
    const body = { member_id: Number(member_id), kind };
    const outcome = await record.run({ params: { id: line.id }, body });
    if (outcome.ok) onRecorded();
    else showFieldErrors(form, outcome.error.errors);
  });

  const amount = formatMoney(line.amount);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="wrap-anywhere text-muted">{line.details}</p>
      <SelectField
        label={text("member")}
        placeholder={text("chooseMember")}
        options={members.map((each) => ({
          value: String(each.id),
          label: `${each.first_name} ${each.last_name} · ${each.reg_number}`,
        }))}
        error={errors.member_id?.message}
        {...form.register("member_id", { required: text("memberRequired") })}
      />
      <SelectField
        label={text("kind")}
        options={kinds.map((kind) => ({ value: kind, label: text(`matches.${kind}`) }))}
        error={errors.kind?.message}
        {...form.register("kind")}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-sm font-semibold">{unbroken(text("recordSummary", { amount }))}</p>
        <Button type="submit" busy={record.busy}>
          {text("recordSubmit", { amount })}
        </Button>
      </div>
    </form>
  );
}
