import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { endLoanProduct, getLoanProducts, type LoanProduct } from "#endpoints/lending.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { OfferProduct } from "./offer-product.tsx";
import { ProductText } from "./product-text.tsx";

/** What the group offers to lend: the Chairperson offers a loan, or ends one (LEND-1). */
export function ProductsCard() {
  const text = useTranslations("products");
  const found = useEndpoint(getLoanProducts, { query: { all: "true" } });
  const [isOffering, setIsOffering] = useState(false);
  const [ending, setEnding] = useState<LoanProduct | null>(null);
  const products = found.data?.products ?? [];
  const offered = products.filter((each) => each.offered);
  const ended = products.filter((each) => !each.offered);
  return (
    <Card title={text("title")}>
      <p className="mb-3 text-muted">{text("text")}</p>
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton className="h-24" />
      ) : (
        <div className="space-y-4">
          {offered.length === 0 ? (
            <p>{text("none")}</p>
          ) : (
            <Products
              products={offered}
              beside={(product) => (
                <Button variant="quiet" className="px-2!" onClick={() => setEnding(product)}>
                  {text("end")}
                  <span className="sr-only">{` ${product.name}`}</span>
                </Button>
              )}
            />
          )}
          {ended.length > 0 && (
            <Disclosure label={text("showEnded")}>
              <Products
                products={ended}
                beside={() => <Badge tone="plain">{text("ended")}</Badge>}
              />
            </Disclosure>
          )}
          <Button
            variant="secondary"
            icon={<Plus aria-hidden />}
            className="max-sm:w-full"
            onClick={() => setIsOffering(true)}
          >
            {text("add")}
          </Button>
        </div>
      )}
      <Modal open={isOffering} onClose={() => setIsOffering(false)} title={text("addTitle")}>
        <OfferProduct onOffered={() => setIsOffering(false)} />
      </Modal>
      <Modal
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={text("endTitle", { name: ending?.name ?? "" })}
        width="small"
      >
        {ending && <End product={ending} onDone={() => setEnding(null)} />}
      </Modal>
    </Card>
  );
}

function Products({
  products,
  beside,
}: {
  products: readonly LoanProduct[];
  beside: (product: LoanProduct) => ReactNode;
}) {
  return (
    <ul className="divide-y divide-line">
      {products.map((product) => (
        <li
          key={product.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
        >
          <Named product={product} />
          {beside(product)}
        </li>
      ))}
    </ul>
  );
}

function Named({ product }: { product: LoanProduct }) {
  return (
    <span className="min-w-0 flex-1 basis-44 text-sm wrap-anywhere">
      <span className="block text-base font-semibold">{product.name}</span>
      <ProductText product={product} />
    </span>
  );
}

function End({ product, onDone }: { product: LoanProduct; onDone: () => void }) {
  const text = useTranslations("products");
  const end = useAction(endLoanProduct);
  const run = async () => {
    const outcome = await end.run({ params: { id: product.id } });
    if (outcome.ok) onDone();
  };
  return (
    <>
      <p>{text("endText")}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          {text("keep")}
        </Button>
        <Button variant="danger" busy={end.busy} onClick={() => void run()}>
          {text("end")}
        </Button>
      </div>
    </>
  );
}
