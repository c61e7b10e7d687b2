import { useTranslations } from "use-intl";
import { textsOf } from "#web/messages/words.ts";
import { SelectField } from "#web/ui/field.tsx";

type Area = keyof ReturnType<typeof textsOf<"audit">>["areas"];

type AreaFilterProps = {
  value: string | undefined;
  onChange: (area: Area | undefined) => void;
};

/** Entries of one area of the application, or of all. */
export function AreaFilter({ value, onChange }: AreaFilterProps) {
  const text = useTranslations("audit");
  const areas = Object.keys(textsOf("audit").areas) as Area[];
  return (
    <SelectField
      label={text("filter")}
      className="flex-1 basis-full sm:basis-52 md:max-w-64"
      options={[
        { value: "", label: text("allAreas") },
        ...areas.map((area) => ({ value: area, label: text(`areas.${area}`) })),
      ]}
      value={value ?? ""}
      onChange={(event) => onChange(areas.find((each) => each === event.target.value))}
    />
  );
}
