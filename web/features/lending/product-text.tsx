import { useTranslations } from "use-intl";
import type { LoanProduct } from "#contract/lending.ts";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { useTermsWords } from "./terms.ts";

/** A product in a sentence, and what else holds of it. */
export function ProductText({ product }: { product: LoanProduct }) {
  const terms = useTermsWords();
  const more = useMoreTerms()(product);
  return (
    <>
      {terms.ofProduct(product)}
      {more !== "" && <span className="block text-muted">{unbroken(more)}</span>}
    </>
  );
}

function useMoreTerms() {
  const text = useTranslations("lendingForms");
  return (product: LoanProduct): string => {
    const { amount_least: least, amount_most: most, guarantee, guarantors_least: people } = product;
    const fee = [
      ...(product.fee_percent > 0 ? [`${product.fee_percent}%`] : []),
      ...(product.fee_amount > 0 ? [formatMoney(product.fee_amount)] : []),
    ].join(" + ");
    const ofAmount =
      least !== null && most !== null
        ? text("from", { least: formatMoney(least), most: formatMoney(most) })
        : least !== null
          ? text("atLeast", { least: formatMoney(least) })
          : most !== null && text("atMost", { most: formatMoney(most) });
    const ofPeople =
      guarantee === "none"
        ? people > 0 && text("people", { count: people })
        : people > 0
          ? text("guarantors", { text: text(`guarantee.${guarantee}`), count: people })
          : `${text(`guarantee.${guarantee}`)}.`;
    return [
      ofAmount,
      fee !== "" && text("feeOf", { fee }),
      product.grace_months > 0 &&
        text(`grace.${product.grace_kind}`, { count: product.grace_months }),
      ofPeople,
    ]
      .filter(Boolean)
      .join(" ");
  };
}
