import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getSettings } from "#endpoints/group.ts";
import { getLoanProducts } from "#endpoints/lending.ts";
import { getLedger } from "#endpoints/ledger.ts";
import type { getLoans } from "#endpoints/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import type { ApplyForProductProps } from "#web/features/lending/apply-for-product.tsx";
import { ApplyForLoanForm } from "#web/features/loans/apply-for-loan-form.tsx";
import { loadWords } from "#web/messages/words.ts";
import { Alert } from "#web/ui/alert.tsx";
import { sumCents } from "#web/ui/money.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The height of the form. */
const ROOM = "h-112 sm:h-82";

const ApplyForProduct = onDemand<ApplyForProductProps>(
  "apply-for-product",
  async () => {
    const [part] = await Promise.all([
      import("#web/features/lending/apply-for-product.tsx"),
      loadWords("lending"),
    ]);
    return part.ApplyForProduct;
  },
  ROOM,
);

type ApplyProps = { own: ReplyOf<typeof getLoans>; onDone: () => void };

/** Loads the terms and the balance that limit the application, only once the form is open. */
export function Apply({ own, onDone }: ApplyProps) {
  const text = useTranslations("loans");
  const settings = useEndpoint(getSettings);
  const ledger = useEndpoint(getLedger);
  const offered = useEndpoint(getLoanProducts);
  if (settings.isPending || ledger.isPending || offered.isPending)
    return <Skeleton className={ROOM} />;
  if (own.loans.some(({ status }) => status === "default"))
    return (
      <Alert live tone="bad" title={text("defaulted")}>
        {text("defaultedText")}
      </Alert>
    );
  const products = offered.data?.products ?? [];
  if (products.length > 0)
    return (
      <ApplyForProduct
        products={products}
        running={own.loans.filter(({ status }) => status === "active")}
        plain={
          settings.data?.plain_loans !== false && (
            <ApplyPlain own={own} settings={settings.data} ledger={ledger.data} onDone={onDone} />
          )
        }
        onApplied={onDone}
      />
    );
  return <ApplyPlain own={own} settings={settings.data} ledger={ledger.data} onDone={onDone} />;
}

type ApplyPlainProps = {
  own: ReplyOf<typeof getLoans>;
  settings: ReplyOf<typeof getSettings> | undefined;
  ledger: ReplyOf<typeof getLedger> | undefined;
  onDone: () => void;
};

/** A loan without a product: flat interest and one due day. */
function ApplyPlain({ own, settings, ledger, onDone }: ApplyPlainProps) {
  const text = useTranslations("loans");
  const waitingTypes = own.pending_loans
    .filter(({ status }) => status === "pending" || status === "pending_approval")
    .map((loan) => loan.loan_type);
  if (new Set(waitingTypes).size === 2) return <Alert tone="waiting">{text("bothWaiting")}</Alert>;

  const balances = ledger?.ledger_balances;
  return (
    <ApplyForLoanForm
      settings={settings}
      limitCents={sumCents([own.loan_limit])}
      groupBalanceCents={
        balances && sumCents([balances["bank"] ?? 0, balances["interest_receivable"] ?? 0])
      }
      waitingTypes={waitingTypes}
      onApplied={onDone}
    />
  );
}
