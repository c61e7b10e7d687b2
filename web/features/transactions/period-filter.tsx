import { SlidersHorizontal } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#web/ui/button.tsx";
import { DateRange, type DateRangeValue } from "#web/ui/date-field.tsx";

type PeriodFilterProps = {
  value: DateRangeValue;
  onApply: (range: DateRangeValue) => void;
  onClear: () => void;
  /** The section's name, beside the toggle. */
  title: string;
  /** Beside the toggle, e.g. the pay button. */
  actions?: ReactNode;
  /** Other filters, shown with the dates. */
  children?: ReactNode;
};

/** The top of a section with the filter toggle of SCR-16: From and To dates appear when it is pressed. */
export function PeriodFilter(props: PeriodFilterProps) {
  const { value, onApply, onClear, title, actions, children } = props;
  const text = useTranslations("transactions");
  const id = useId();
  const isSet = value.from !== "";
  const [isOpen, setIsOpen] = useState(isSet);

  return (
    <div className="mb-2 space-y-2 md:mb-4 md:space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        <div data-print="never" className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            icon={<SlidersHorizontal aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {text(isOpen ? "hideFilter" : "filter")}
          </Button>
          {actions}
        </div>
      </div>
      <div
        id={id}
        hidden={!isOpen}
        className="space-y-3 rounded-card border border-line bg-card p-4 [&[hidden]]:hidden"
      >
        {children}
        <DateRange
          key={`${value.from}-${value.to}`}
          value={value}
          labels={{
            from: text("from"),
            to: text("to"),
            clear: text("clear"),
          }}
          messages={{ bothRequired: text("bothRequired"), wrongOrder: text("wrongOrder") }}
          onApply={onApply}
          {...(isSet ? { onClear } : {})}
        />
      </div>
    </div>
  );
}
