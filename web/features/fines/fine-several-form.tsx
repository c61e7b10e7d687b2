import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { fineMany, getUsualFines } from "#endpoints/fines.ts";
import { getUsers, type User } from "#endpoints/members.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import { hasFolded } from "#domain/folding.ts";
import { memberFacts, whyNoFine } from "#domain/members/member-status.ts";
import { formatKes } from "#domain/money.ts";
import { AmountField, DayField, showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { readPositive } from "#web/ui/money-field.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFineLimit } from "./fine-limit.ts";

type Fields = { usual: string; amount: string; description: string; date?: string };
type Refused = { name: string; detail: string };

/** Fines several members alike (PAY-31): a usual fine, the members, one summary. */
export function FineSeveralForm({ onCharged }: { onCharged: () => void }) {
  const text = useTranslations("severalFines");
  const words = useTranslations("fines");
  const usual = useEndpoint(getUsualFines);
  const users = useEndpoint(getUsers);
  const charge = useAction(fineMany);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const form = useForm<Fields>({ defaultValues: { usual: "", amount: "", description: "" } });
  const { errors, isDirty } = form.formState;
  const amount = readPositive(useWatch({ control: form.control, name: "amount" }));
  const limit = useFineLimit(amount === null ? null : amount * BigInt(ticked.size));
  useUnsaved(isDirty || ticked.size > 0);
  useFirstFocus(() => form.setFocus("usual"));
  const members = useMemo(
    () =>
      users.data?.users.filter(
        (user) => user.status !== "pending_approval" && whyNoFine(memberFacts(user)) === null,
      ) ?? [],
    [users.data],
  );

  const submit = form.handleSubmit(async ({ usual: _chosen, ...fields }) => {
    if (ticked.size === 0) return form.setError("root", { message: text("tickOne") });
    const outcome = await charge.run({ body: { ...fields, members: [...ticked] } });
    if (!outcome.ok) return showFieldErrors(form, outcome.error.errors);
    const { reply } = outcome;
    if ("status" in reply || reply.refused.length === 0) return onCharged();
    const names = new Map(members.map((user) => [user.id, nameOf(user)]));
    setRefused(
      reply.refused.map(({ id, detail }) => ({
        name: names.get(id) ?? String(id),
        detail,
      })),
    );
    setTicked(new Set());
    form.reset();
  });

  const choose = (name: string) => {
    const fine = usual.data?.fines.find((each) => each.name === name);
    if (fine === undefined) return;
    form.setValue("amount", String(fine.amount), { shouldDirty: true });
    form.setValue("description", fine.name, { shouldDirty: true });
  };
  const tick = (id: number, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
    form.clearErrors("root");
  };

  if (users.isError)
    return <LoadProblem detail={users.error.detail} onRetry={() => void users.refetch()} />;
  if (users.data === undefined || usual.isPending) return <Skeleton className="h-80" />;
  return (
    <Form onSubmit={submit}>
      {refused.length > 0 && (
        <Alert live tone="bad" title={text("notFined", { count: refused.length })}>
          <ul>
            {refused.map(({ name, detail }) => (
              <li key={name}>
                {name}: {detail}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <SelectField
        label={text("usual")}
        optional
        placeholder={text("chooseUsual")}
        options={(usual.data?.fines ?? []).map((fine) => ({
          value: fine.name,
          label: text("usualOption", { name: fine.name, amount: formatMoney(fine.amount) }),
        }))}
        help={usual.data?.fines.length === 0 && text("noUsual")}
        {...form.register("usual", { onChange: (event) => choose(event.target.value) })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          control={form.control}
          name="amount"
          rules={{ validate: (typed) => readPositive(typed) !== null || words("amountPositive") }}
          label={text("amountEach")}
        />
        <DayField
          control={form.control}
          name="date"
          rules={{
            validate: (date) =>
              date === undefined || parsePlainDate(date) !== null || words("dateWrong"),
          }}
          label={words("date")}
          help={words("dateHelp", { date: formatDay(today()) })}
          optional
          max={today()}
        />
      </div>
      <TextField
        label={words("description")}
        placeholder={words("descriptionPlaceholder")}
        help={words("descriptionHelp")}
        maxLength={500}
        autoComplete="off"
        error={errors.description?.message}
        {...form.register("description", {
          validate: (description) => description.trim() !== "" || words("descriptionRequired"),
        })}
      />
      <WhoIsFined members={members} ticked={ticked} onTick={tick} />
      <FormFoot>
        <p aria-live="polite" className="text-sm font-semibold">
          {errors.root?.message ??
            (amount === null || ticked.size === 0
              ? text("empty")
              : unbroken(
                  text("summary", {
                    count: ticked.size,
                    amount: formatKes(amount),
                    total: formatKes(amount * BigInt(ticked.size)),
                  }),
                ))}
          {limit !== null && <> {unbroken(words("aboveLimit", { amount: formatMoney(limit) }))}</>}
        </p>
        <Button type="submit" busy={charge.busy} className="flex-none">
          {text("submit", { count: ticked.size })}
        </Button>
      </FormFoot>
    </Form>
  );
}

type WhoIsFinedProps = {
  members: readonly User[];
  ticked: ReadonlySet<number>;
  onTick: (id: number, isTicked: boolean) => void;
};

/** The members to tick, with a search by name and registration number. */
function WhoIsFined({ members, ticked, onTick }: WhoIsFinedProps) {
  const text = useTranslations("severalFines");
  const [search, setSearch] = useState("");
  const shown = members.filter((user) => matches(user, search));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{text("who")}</legend>
      <TextField
        type="search"
        label={text("search")}
        optional={false}
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul
        aria-label={text("who")}
        className="mt-2 max-h-64 divide-y divide-line overflow-y-auto rounded-control border border-line"
      >
        {shown.map((user) => (
          <li key={user.id}>
            <label className="flex min-h-11 items-center gap-3 px-3 py-1 has-focus-visible:outline-2 has-focus-visible:outline-brand">
              <input
                type="checkbox"
                className="size-5 flex-none accent-brand"
                checked={ticked.has(user.id)}
                onChange={(event) => onTick(user.id, event.target.checked)}
              />
              <span className="min-w-0 wrap-anywhere">
                {nameOf(user)} <span className="text-sm text-muted">{user.reg_number}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="mt-2 text-muted">{text("nobody")}</p>}
    </fieldset>
  );
}

const nameOf = ({ first_name, last_name }: User) => `${first_name} ${last_name}`;

/** The server checks it again. */
function matches(user: User, search: string): boolean {
  return hasFolded(`${nameOf(user)} ${user.reg_number}`, search);
}
