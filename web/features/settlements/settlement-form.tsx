import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getSettings } from "#endpoints/group.ts";
import type { Loan } from "#contract/loans.ts";
import type { User } from "#contract/members.ts";
import { clearMember, exitMember, previewSettlement } from "#endpoints/settlements.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { byResolution, ResolutionField } from "#web/api/resolution-field.tsx";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { formatMoney, Money, sumKes, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { FormFoot } from "#web/ui/form.tsx";
import { AtTheBank, type AtTheBankFields, emptyAtTheBank } from "./at-the-bank.tsx";

type Preview = ReplyOf<typeof previewSettlement>;

type SettlementFormProps = {
  user: User;
  kind: "exit" | "clear";
  onSettled: () => void;
  onShowEntry: (entry: { id: number; date: PlainDate }) => void;
  onShowProposals: () => void;
};

/** The confirmation of an exit or a clearing, with the server's own figures (SCR-24, EXIT-3). */
export function SettlementForm(props: SettlementFormProps) {
  const { user } = props;
  const preview = useEndpoint(previewSettlement, { query: { member: user.id } });
  if (preview.isError)
    return <LoadProblem detail={preview.error.detail} onRetry={() => void preview.refetch()} />;
  if (preview.data === undefined) return <FiguresWait />;
  return (
    <Confirmation
      {...props}
      preview={preview.data}
      isReloading={preview.isFetching}
      onReload={() => void preview.refetch()}
    />
  );
}

type ConfirmationProps = SettlementFormProps & {
  preview: Preview;
  isReloading: boolean;
  onReload: () => void;
};

function Confirmation(props: ConfirmationProps) {
  const { kind, preview, isReloading, onReload, onSettled } = props;
  const text = useTranslations("settlements");
  const settle = useSettlement(props);
  const form = useForm({ defaultValues: { ...emptyAtTheBank, resolution_id: "" } });

  const submit = async () => {
    const { resolution_id: decidedBy, ...atTheBank } = form.getValues();
    const outcome = await settle.run({ ...atTheBank, ...byResolution(decidedBy) });
    if (outcome.ok) return onSettled();
    showFieldErrors(form, outcome.error.errors);
    // Usually the figures have changed: the new ones appear beside the server's sentence.
    return onReload();
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4"
    >
      <SettlementFigures preview={preview} loans={props.user.loans} />
      {preview.reason !== undefined ? (
        <Alert
          tone="waiting"
          title={text("cannot")}
          action={
            <Button variant="secondary" busy={isReloading} onClick={onReload}>
              {text("reload")}
            </Button>
          }
        >
          {preview.reason}
        </Alert>
      ) : (
        <>
          {preview.amount_due > 0 && (
            <AtTheBank
              control={form.control}
              register={form.register}
              errors={form.formState.errors}
            />
          )}
          <ResolutionField
            field={form.register("resolution_id")}
            error={form.formState.errors.resolution_id?.message}
          />
          <Foot kind={kind} preview={preview} isBusy={settle.busy} />
        </>
      )}
    </form>
  );
}

type FootProps = { kind: "exit" | "clear"; preview: Preview; isBusy: boolean };

/** What the press does, in words, and the button. */
function Foot({ kind, preview, isBusy }: FootProps) {
  const text = useTranslations("settlements");
  const { data: settings } = useEndpoint(getSettings);
  const { amount_due: due } = preview;
  const values = { name: personName(preview.member), amount: formatMoney(Math.abs(due)) };
  const above = settings?.second_person_above ?? null;
  // BOOK-20: it is proposed, and done when another official agrees.
  const needsSecond = above !== null && due > above;
  const result = due < 0 ? "oweSummary" : due > 0 ? "paySummary" : "evenSummary";
  return (
    <FormFoot>
      <p aria-live="polite" className="text-sm">
        <strong className="font-semibold">{unbroken(text(result, values))}</strong>{" "}
        {needsSecond
          ? unbroken(text("secondPerson", { amount: formatMoney(above) }))
          : text("final")}
      </p>
      <Button type="submit" variant="danger" busy={isBusy} className="flex-none">
        {needsSecond
          ? text("propose", values)
          : text(kind === "exit" ? "confirmExit" : "confirmClear")}
      </Button>
    </FormFoot>
  );
}

/** The exit sends every figure that was shown, so that the official agrees to exactly that (EXIT-4). */
function useSettlement({ user, kind, preview, onShowEntry, onShowProposals }: ConfirmationProps) {
  const text = useTranslations("settlements");
  const options = {
    toastAction: (reply: ReplyOf<typeof exitMember>) => {
      if (!("settlement" in reply))
        return { label: text("viewProposals"), onPress: onShowProposals };
      const date = nairobiDate(new Date(reply.settlement.settled_at));
      return { label: text("viewEntry"), onPress: () => onShowEntry({ id: reply.entry_id, date }) };
    },
  };
  const exit = useAction(exitMember, options);
  const clear = useAction(clearMember, options);
  const run = (sent: AtTheBankFields & { resolution_id?: number }) =>
    kind === "clear"
      ? clear.run({ body: { member_id: user.id, ...sent } })
      : exit.run({
          body: {
            member_id: user.id,
            non_cleared_loans: preview.non_cleared_loans,
            total_contributions: preview.total_contributions,
            overall_shared_interest: preview.overall_shared_interest,
            actual_shared_interest: preview.actual_shared_interest,
            ...sent,
          },
        });
  return { run, busy: exit.busy || clear.busy };
}

function FiguresWait() {
  return (
    <div aria-busy className="space-y-3">
      {[1, 2, 3, 4, 5].map((each) => (
        <Skeleton key={each} className="h-8" />
      ))}
      <Skeleton className="h-14" />
    </div>
  );
}

type SettlementFiguresProps = {
  preview: Preview;
  /** The member's loans, for their names. */
  loans: readonly Loan[];
};

/** How the amount due is calculated: contributions + 63% of the share - loans (EXIT-3). */
function SettlementFigures({ preview, loans }: SettlementFiguresProps) {
  const text = useTranslations("settlements");
  const open = preview.non_cleared_loans;
  const owes = preview.amount_due < 0;

  return (
    <>
      <OpenLoans preview={preview} loans={loans} />
      <section>
        <h3 className="mb-1 font-semibold">{text("figures")}</h3>
        <Facts
          facts={[
            {
              label: text("totalContributions"),
              value: <Money amount={preview.total_contributions} />,
            },
            {
              label: text("overallShare"),
              value: (
                <Money
                  amount={preview.overall_shared_interest}
                  className="font-normal text-muted"
                />
              ),
            },
            {
              label: text("actualShare"),
              value: <Money amount={preview.actual_shared_interest} />,
            },
            ...(open.length === 0
              ? []
              : [
                  {
                    label: text("loanBalances"),
                    value: <Money amount={-sumKes(open.map((each) => each.current_balance))} />,
                  },
                ]),
            ...(preview.unpaid_fines === 0
              ? []
              : [
                  {
                    label: text("finesWrittenOff"),
                    value: (
                      <Money amount={preview.unpaid_fines} className="font-normal text-muted" />
                    ),
                  },
                ]),
          ]}
        />
        <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t-[3px] border-double border-ink pt-2 font-bold">
          <span>{text(owes ? "amountOwed" : "amountDue")}</span>
          <span className="min-w-40 flex-1 text-end">
            <Money amount={Math.abs(preview.amount_due)} size="large" />
          </span>
        </p>
      </section>
    </>
  );
}

function OpenLoans({ preview, loans }: SettlementFiguresProps) {
  const text = useTranslations("settlements");
  const open = preview.non_cleared_loans;
  const nameOf = (id: number) => {
    const loan = loans.find((each) => each.loan_id === id);
    return loan === undefined ? text("loan", { id: String(id) }) : loan.loan_name;
  };
  return (
    <section>
      <h3 className="mb-1 font-semibold">{text("nonClearedLoans")}</h3>
      {open.length === 0 ? (
        <p className="text-muted">{text("noLoans")}</p>
      ) : (
        <Facts
          facts={open.map((each) => ({
            label: nameOf(each.loan_id),
            value: <Money amount={each.current_balance} />,
          }))}
        />
      )}
    </section>
  );
}
