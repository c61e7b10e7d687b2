import { useTranslations } from "use-intl";
import type { LoanProduct } from "#contract/lending.ts";

type Rate = Pick<LoanProduct, "method" | "rate" | "rate_per">;

/** The terms of a product, or of a loan of one, in a sentence. */
export function useTermsWords() {
  const text = useTranslations("lending");
  const rateOf = ({ method, rate, rate_per: per }: Rate): string =>
    rate === 0 ? text("rate.none") : text(`rate.${rateKey(method, per)}`, { rate: String(rate) });
  return {
    /** "1% a month on what you still owe, up to 12 months". */
    ofProduct: (product: Rate & Pick<LoanProduct, "instalments_most">): string =>
      text("upTo", { terms: rateOf(product), count: product.instalments_most }),
    /** "1% a month on what you still owe, 12 instalments". */
    ofLoan: (product: Rate, instalments: number): string =>
      text("inMonths", { terms: rateOf(product), count: instalments }),
  };
}

function rateKey(method: Rate["method"], per: Rate["rate_per"]) {
  if (per === "loan") return "flatLoan";
  if (method === "flat") return per === "year" ? "flatYear" : "flatMonth";
  return per;
}
