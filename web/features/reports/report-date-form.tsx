import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

type ReportDateFormProps = { date: PlainDate; onShow: (date: PlainDate) => void };

/** The day of a report and the button that shows it. */
export function ReportDateForm({ date, onShow }: ReportDateFormProps) {
  const text = useTranslations("reports");
  const texts = useUiTexts();
  const [typed, setTyped] = useState<string>(date);
  const [isMissing, setIsMissing] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = parsePlainDate(typed);
    setIsMissing(chosen === null);
    if (chosen !== null) onShow(chosen);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <DateField
        className="flex-1 basis-40 md:max-w-52"
        label={text("date")}
        name="date"
        value={typed}
        error={isMissing ? text("dateRequired") : undefined}
        onValueChange={setTyped}
      />
      <Button type="submit" variant="secondary">
        {texts.show}
      </Button>
    </form>
  );
}
