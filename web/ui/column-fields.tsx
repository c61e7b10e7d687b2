import { SelectField } from "./field.tsx";

type ColumnFieldsProps<Part extends string> = {
  parts: readonly { key: Part; label: string; isNeeded: boolean; help?: string | undefined }[];
  columns: readonly string[];
  /** The column of each part; null or left out for none. */
  chosen: Readonly<Partial<Record<Part, string | null>>>;
  /** What stands for no column. */
  nothing: string;
  onChange: (part: Part, column: string | null) => void;
};

/** For each part of a file, the column that holds it; children of a grid. */
export function ColumnFields<Part extends string>(props: ColumnFieldsProps<Part>) {
  const { parts, columns, chosen, nothing, onChange } = props;
  return parts.map(({ key, label, isNeeded, help }) => (
    <SelectField
      key={key}
      label={label}
      help={help}
      optional={!isNeeded}
      value={chosen[key] ?? ""}
      placeholder={nothing}
      options={columns.map((column) => ({ value: column, label: column }))}
      onChange={(event) => onChange(key, event.currentTarget.value || null)}
    />
  ));
}
