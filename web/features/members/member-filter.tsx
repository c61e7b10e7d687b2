import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { SelectField, TextField } from "#web/ui/field.tsx";

type Status = "active" | "dormant" | "pending_approval" | "cleared";

export type MemberFilterValue = { search: string; status: Status | "" };

type MemberFilterProps = { value: MemberFilterValue; onChange: (value: MemberFilterValue) => void };

const pauseMs = 300;

/** Search by name or registration number, asked when the typing pauses; and the status (SCR-21). */
export function MemberFilter({ value, onChange }: MemberFilterProps) {
  const text = useTranslations("members");
  const [typed, setTyped] = useState(value.search);

  useEffect(() => {
    if (typed === value.search) return;
    const timer = setTimeout(() => onChange({ ...value, search: typed }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);

  const statuses: readonly { value: Status | ""; label: string }[] = [
    { value: "", label: text("all") },
    { value: "active", label: text("active") },
    { value: "dormant", label: text("dormant") },
    { value: "pending_approval", label: text("pending") },
    { value: "cleared", label: text("cleared") },
  ];

  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-[2fr_1fr] md:max-w-2xl">
      <TextField
        type="search"
        label={text("search")}
        optional={false}
        placeholder={text("searchPlaceholder")}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label={text("status")}
        options={statuses}
        value={value.status}
        onChange={(event) => {
          const status = statuses.find((each) => each.value === event.target.value);
          onChange({ search: typed, status: status?.value ?? "" });
        }}
      />
    </search>
  );
}
