import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { proposeOpening } from "#contract/opening.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import type { ApiError } from "#web/api/call.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { today } from "#web/ui/day.ts";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { useUnsaved } from "#web/ui/form.tsx";
import { DifferenceField } from "./difference-field.tsx";
import { ProposeCard } from "./propose-card.tsx";
import { Reading } from "./reading.tsx";
import { hasErrors, RehearsalView } from "./rehearsal-view.tsx";
import { SheetStep } from "./sheet-step.tsx";
import { Step } from "./step.tsx";
import { formOf, holdFiles, useOpeningRehearsal } from "./use-opening-rehearsal.ts";

const LARGEST_BYTES = 5 * 1024 * 1024;

/** From the empty sheet to a proposal: sheet, day, rehearsal. What was chosen stays until it is proposed (OPEN-13). */
export function BringBooks({ mayPropose }: { mayPropose: boolean }) {
  const text = useTranslations("opening");
  const { brought, problem, isReading, change, read, forget } = useOpeningRehearsal();
  const { date, files, rehearsal, differenceReason } = brought;
  const [isDayTouched, setIsDayTouched] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const propose = useAction(proposeOpening);
  const heading = useFocusOn(rehearsal);
  useUnsaved(files.length > 0);

  const dayFault = faultOf(date);
  const isOff = rehearsal !== null && rehearsal.difference !== 0 && !hasErrors(rehearsal);

  const changeDay = (typed: string) => {
    if (files.length > 0 && faultOf(typed) === undefined) void read({ date: typed });
    else change({ date: typed, rehearsal: null });
  };
  const takeFiles = async (chosen: readonly File[]) => {
    const held = await holdFiles(chosen);
    setIsDayTouched(true);
    if (dayFault === undefined) await read({ files: held });
    else change({ files: held, rehearsal: null });
  };
  const send = async () => {
    setRefused(null);
    const outcome = await propose.run({ form: formOf(brought) });
    if (outcome.ok) forget();
    else setRefused(outcome.error);
  };
  const reasonFault = refused?.errors["difference_reason"]?.[0];

  return (
    <div className="space-y-4 md:space-y-6">
      <Step number={1} title={text("sheet.title")} about={text("sheet.text")}>
        <SheetStep />
      </Step>
      <Step number={2} title={text("day.title")} about={text("day.text")}>
        <DateField
          className="max-w-xs"
          label={text("day.label")}
          help={text("day.help")}
          max={today()}
          value={date}
          error={isDayTouched && dayFault !== undefined ? text(`day.${dayFault}`) : undefined}
          onValueChange={changeDay}
          onBlur={() => setIsDayTouched(true)}
        />
      </Step>
      <Step number={3} title={text("file.title")} about={text("file.text")}>
        <FileDrop
          multiple
          files={files}
          types=".xlsx,.xls,.csv"
          largestBytes={LARGEST_BYTES}
          onFiles={(chosen) => void takeFiles(chosen)}
          texts={{
            drop: text("file.drop"),
            choose: text("file.choose"),
            other: text("file.other"),
            kinds: text("file.kinds"),
            tooLarge: text("file.tooLarge"),
            chosen: (file) => text("file.chosen", file),
          }}
        />
        <div className="mt-4 empty:hidden">
          {isReading && <Reading names={files.map(({ name }) => name).join(", ")} />}
          {files.length > 0 && dayFault !== undefined && (
            <Alert live tone="waiting">
              {text("file.dayFirst")}
            </Alert>
          )}
          {problem !== null && !isReading && (
            <Unread problem={problem} onRetry={() => void read({})} />
          )}
        </div>
      </Step>
      {rehearsal !== null && (
        <section aria-labelledby="opening-rehearsal" className="space-y-4">
          <h2 id="opening-rehearsal" ref={heading} tabIndex={-1} className="text-xl outline-none">
            {text("rehearsal.title")}
          </h2>
          <RehearsalView rehearsal={rehearsal}>
            {isOff && (
              <DifferenceField
                difference={rehearsal.difference}
                reason={differenceReason}
                error={reasonFault}
                onReason={
                  mayPropose ? (reason) => void change({ differenceReason: reason }) : undefined
                }
              />
            )}
          </RehearsalView>
          {refused !== null && reasonFault === undefined && (
            <Alert live tone="bad" title={refused.detail} />
          )}
          <ProposeCard
            rehearsal={rehearsal}
            lacksReason={isOff && differenceReason.trim() === ""}
            mayPropose={mayPropose}
            isBusy={propose.busy}
            onPropose={() => void send()}
          />
        </section>
      )}
    </div>
  );
}

function faultOf(date: string): "required" | "future" | undefined {
  const day = parsePlainDate(date);
  if (day === null) return "required";
  return day > today() ? "future" : undefined;
}

/** Why the sheet could not be read at all. It stays chosen, and is sent again by a press. */
function Unread({ problem, onRetry }: { problem: ApiError; onRetry: () => void }) {
  const text = useTranslations("opening.file");
  const more = Object.values(problem.errors)
    .flat()
    .filter((each) => each !== problem.detail);
  return (
    <Alert
      live
      tone="bad"
      title={problem.detail}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {text("again")}
        </Button>
      }
    >
      {more.length === 0
        ? undefined
        : more.map((each) => (
            <p key={each} className="wrap-anywhere">
              {each}
            </p>
          ))}
    </Alert>
  );
}

/** The heading of what was just read takes the focus, and the page goes there; not when one comes back to the page. */
function useFocusOn(read: object | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(read);
  useEffect(() => {
    if (read !== null && shown.current !== read) heading.current?.focus();
    shown.current = read;
  }, [read]);
  return heading;
}
