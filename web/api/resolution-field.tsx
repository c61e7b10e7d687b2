import type { UseFormRegisterReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import { getSettings } from "#endpoints/group.ts";
import { getResolutions } from "#endpoints/meetings.ts";
import { formatDay } from "#web/ui/day.ts";
import { SelectField } from "#web/ui/field.tsx";
import { useEndpoint } from "./use-query.ts";

type ResolutionFieldProps = {
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** Whether one must be chosen; else there is no field where the group holds no meetings or carried nothing. */
  isNeeded?: boolean;
};

/** How many of the newest are offered. */
const MOST = 50;
/** Characters of its text. */
const SHOWN_MOST = 80;

/** Which carried resolution decided it, the newest first (MEET-8). */
export function ResolutionField({ field, error, isNeeded = false }: ResolutionFieldProps) {
  const text = useTranslations("ledger.resolution");
  const settings = useEndpoint(getSettings, { figuresOnly: true });
  const { data } = useEndpoint(getResolutions, {
    query: { carried: "true", page: 1, page_size: MOST },
    enabled: settings.data?.meetings === true,
    figuresOnly: true,
  });
  const carried = data?.resolutions ?? [];
  if (!isNeeded && carried.length === 0) return null;
  return (
    <SelectField
      label={text("label")}
      help={data !== undefined && carried.length === 0 ? text("none") : undefined}
      placeholder={text(isNeeded ? "choose" : "without")}
      options={carried.map(({ id, number, meeting, text: wording }) => ({
        value: String(id),
        label: text("named", {
          number: `${meeting.number}.${number}`,
          date: formatDay(meeting.date),
          text: wording.length > SHOWN_MOST ? `${wording.slice(0, SHOWN_MOST - 1)}…` : wording,
        }),
      }))}
      error={error}
      {...field}
    />
  );
}

/** For a form that the contract validates: what is not chosen is left out. */
export const leftOutIfNone = {
  setValueAs: (chosen: string | undefined) => (chosen === "" ? undefined : chosen),
};

/** The part of a body that names it; empty without one. */
export function byResolution(chosen: string): { resolution_id?: number } {
  return chosen === "" ? {} : { resolution_id: Number(chosen) };
}
