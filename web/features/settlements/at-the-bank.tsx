import type { Control, FieldErrors, Path, UseFormRegister } from "react-hook-form";
import { useTranslations } from "use-intl";
import { DayField } from "#web/api/use-form.tsx";
import { today } from "#web/ui/day.ts";
import { ReferenceField } from "#web/ui/field.tsx";

export type AtTheBankFields = { payment_Reference_Code: string; payment_date: string };

export const emptyAtTheBank: AtTheBankFields = { payment_Reference_Code: "", payment_date: "" };

type AtTheBankProps<Fields extends AtTheBankFields> = {
  control: Control<Fields>;
  register: UseFormRegister<Fields>;
  errors: FieldErrors<AtTheBankFields>;
};

/** The bank's reference and day of the money, by which its line finds it; both may be left empty (EXIT-13). */
export function AtTheBank<Fields extends AtTheBankFields>(props: AtTheBankProps<Fields>) {
  const { control, register, errors } = props;
  const text = useTranslations("settlements");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ReferenceField
        optional
        label={text("reference")}
        help={text("referenceHelp")}
        error={errors.payment_Reference_Code?.message}
        {...register("payment_Reference_Code" as Path<Fields>)}
      />
      <DayField
        optional
        control={control}
        name={"payment_date" as Path<Fields>}
        label={text("day")}
        help={text("dayHelp")}
        max={today()}
      />
    </div>
  );
}
