import { ChevronDown } from "lucide-react";
import { useTranslations } from "use-intl";

/** Where officials find the file, in words, for each kind of account. */
export function WhereToGet() {
  const text = useTranslations("statements.file");
  return (
    <details className="group mt-4 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
        {text("where")}
      </summary>
      <ul className="max-w-prose list-disc space-y-2 ps-6 text-muted">
        <li>{text("whereMpesaOrganisation")}</li>
        <li>{text("whereMpesaCustomer")}</li>
        <li>{text("whereBank")}</li>
      </ul>
    </details>
  );
}
