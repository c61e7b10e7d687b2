import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { bookLines, type StatementLine } from "#contract/statements.ts";
import { expenseCategories } from "#domain/ledger/entry-types.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day.ts";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, sumCents, unbroken } from "#web/ui/money.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";

const typesOut = ["expense", "investment", "goodwill"] as const;

type Fields = {
  type: (typeof typesOut)[number] | "other_income";
  category: (typeof expenseCategories)[number];
  description: string;
};

type BookLinesFormProps = {
  /** All of one direction; the charges of a day, or one line. */
  lines: readonly StatementLine[];
  onBooked: () => void;
  onShowProposals: () => void;
};

/** Lines become one journal entry of their sum, on their day (STAT-17). */
export function BookLinesForm({ lines, onBooked, onShowProposals }: BookLinesFormProps) {
  const text = useTranslations("statementLines");
  const ledger = useTranslations("ledger");
  const book = useAction(bookLines, {
    toastAction: (reply) =>
      "status" in reply ? { label: ledger("viewProposals"), onPress: onShowProposals } : undefined,
  });
  const day = (lines[0]?.at ?? "").slice(0, 10);
  const isCharge = lines.every(({ kind }) => kind === "charge");
  const isIn = lines.some(({ amount: each }) => each > 0);
  const form = useForm<Fields>({
    defaultValues: {
      type: isIn ? "other_income" : "expense",
      category: isCharge ? "transaction_cost" : "other_expense",
      description: isCharge
        ? text("chargesOf", { date: formatDay(day) })
        : (lines[0]?.details.slice(0, 200) ?? ""),
    },
  });
  const { errors, isDirty } = form.formState;
  const type = useWatch({ control: form.control, name: "type" });
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("description"));

  const submit = form.handleSubmit(async ({ category, ...fields }) => {
    const body = {
      line_ids: lines.map(({ id }) => id),
      ...fields,
      ...(fields.type === "expense" ? { category } : {}),
    };
    const outcome = await book.run({ body });
    if (outcome.ok) onBooked();
    else showFieldErrors(form, outcome.error.errors);
  });

  const cents = sumCents(lines.map(({ amount: each }) => Math.abs(each)));
  const amount = formatMoney(Number(cents) / 100);
  const count = lines.length;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {!isCharge && !isIn && (
        <SelectField
          label={text("type")}
          options={typesOut.map((each) => ({ value: each, label: text(`types.${each}`) }))}
          error={errors.type?.message}
          {...form.register("type")}
        />
      )}
      {type === "expense" && (
        <SelectField
          label={text("category")}
          options={expenseCategories.map((each) => ({
            value: each,
            label: text(`categories.${each}`),
          }))}
          error={errors.category?.message}
          {...form.register("category")}
        />
      )}
      <TextField
        label={text("description")}
        maxLength={500}
        error={errors.description?.message}
        {...form.register("description", {
          validate: (written) => written.trim() !== "" || text("descriptionRequired"),
        })}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-sm font-semibold">
          {unbroken(text("bookSummary", { amount, count, date: formatDay(day) }))}
        </p>
        <Button type="submit" busy={book.busy}>
          {text("bookSubmit", { amount })}
        </Button>
      </div>
    </form>
  );
}
