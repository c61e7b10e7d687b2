import { useTranslations } from "use-intl";
import { transactionKinds, type TransactionKind } from "#contract/transactions.ts";
import { SelectField } from "#web/ui/field.tsx";

type KindFilterProps = {
  value: TransactionKind | undefined;
  onChange: (kind: TransactionKind | undefined) => void;
};

/** One kind of transaction, or all. */
export function KindFilter({ value, onChange }: KindFilterProps) {
  const text = useTranslations("transactions");
  return (
    <SelectField
      label={text("kind")}
      className="md:max-w-52"
      options={[
        { value: "", label: text("allKinds") },
        ...transactionKinds.map((kind) => ({ value: kind, label: text(`kinds.${kind}`) })),
      ]}
      value={value ?? ""}
      onChange={(event) => onChange(transactionKinds.find((each) => each === event.target.value))}
    />
  );
}
