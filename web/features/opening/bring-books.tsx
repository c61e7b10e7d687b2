import { Download } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getOpeningTemplate, proposeOpening } from "#endpoints/opening.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import type { ApiError } from "#web/api/call.ts";
import { fetchFile, useSaveFile } from "#web/api/files.ts";
import { useAction } from "#web/api/use-action.ts";
import { spokenWords } from "#web/messages/words.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { today } from "#web/ui/day.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { useUnsaved } from "#web/ui/form.tsx";
import { OwnBookOnDemand } from "./own-book-on-demand.tsx";
import { DifferenceField, hasErrors, ProposeCard, RehearsalView } from "./rehearsal-view.tsx";
import { formOf, holdFiles, isWholeMapping, useOpeningRehearsal } from "./use-opening-rehearsal.ts";

const LARGEST_BYTES = 5 * 1024 * 1024;

/** From the empty sheet to a proposal: sheet, day, rehearsal. The choices stay until it is proposed (OPEN-13). */
export function BringBooks({ mayPropose }: { mayPropose: boolean }) {
  const text = useTranslations("opening");
  const { brought, problem, isReading, change, read, forget } = useOpeningRehearsal();
  const { date, files, rehearsal, mapping, differenceReason } = brought;
  const [isDayTouched, setIsDayTouched] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const propose = useAction(proposeOpening);
  const heading = useFocusOn(rehearsal);
  useUnsaved(files.length > 0);

  const dayFault = faultOf(date);
  const own = rehearsal?.own ?? null;
  const isMapped = mapping !== null && isWholeMapping(mapping);
  // Nothing of such a sheet is read before somebody says what its columns hold.
  const isUnread = own !== null && !isMapped && rehearsal?.members === 0;
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
          {own !== null && (
            <OwnBookOnDemand
              key={JSON.stringify([own.mapping, own.questions])}
              own={own}
              isMapped={isMapped}
              busy={isReading}
              onApply={(chosen) => void read({ mapping: chosen })}
            />
          )}
          {!isUnread && (
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
          )}
          {refused !== null && reasonFault === undefined && (
            <Alert live tone="bad" title={refused.detail} />
          )}
          {!isUnread && (
            <ProposeCard
              rehearsal={rehearsal}
              lacksReason={isOff && differenceReason.trim() === ""}
              mayPropose={mayPropose}
              isBusy={propose.busy}
              onPropose={() => void send()}
            />
          )}
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

/** Why the sheet could not be read at all. It stays chosen; a press sends it again. */
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

/** The heading of a fresh result takes the focus and scrolls into view; not when the person returns to the page. */
function useFocusOn(read: object | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(read);
  useEffect(() => {
    if (read !== null && shown.current !== read) heading.current?.focus();
    shown.current = read;
  }, [read]);
  return heading;
}

type StepProps = { number: number; title: string; about: string; children: ReactNode };

/** One of a few steps, with its number before its title. */
function Step({ number, title, about, children }: StepProps) {
  return (
    <section className="min-w-0 rounded-card border border-line bg-card p-4 md:p-6">
      <div className="mb-4 flex gap-3">
        <span className="grid size-8 flex-none place-items-center rounded-full bg-brand font-bold text-on-brand tabular-nums">
          {number}
        </span>
        <div className="min-w-0">
          <h2 className="text-lg">{title}</h2>
          <p className="mt-1 max-w-prose text-muted">{about}</p>
        </div>
      </div>
      {children}
    </section>
  );
}

const parts = ["members", "loans", "group", "deposits", "history", "order"] as const;

/** The sheet to fill in, in the current language, and what goes where. */
function SheetStep() {
  const text = useTranslations("opening.sheet");
  const { save, saving } = useSaveFile((format: "xlsx" | "csv") =>
    fetchFile(getOpeningTemplate, { query: { format, language: spokenWords().language } }),
  );
  return (
    <>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          icon={<Download aria-hidden />}
          busy={saving === "xlsx"}
          onClick={() => save("xlsx")}
        >
          {text("xlsx")}
        </Button>
        <Button variant="secondary" busy={saving === "csv"} onClick={() => save("csv")}>
          {text("csv")}
        </Button>
      </div>
      <Disclosure label={text("what")} className="mt-3 text-sm">
        <ul className="max-w-prose list-disc space-y-2 ps-6 text-muted">
          {parts.map((part) => (
            <li key={part}>{text(part)}</li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}

const SLOW_MS = 5_000;

/** Says that the sheet is being sent; after some seconds also that the network is slow and nothing is lost. */
function Reading({ names }: { names: string }) {
  const text = useTranslations("opening.file");
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output className="block space-y-2">
      <p className="wrap-anywhere">{text("reading", { name: names })}</p>
      <progress className="h-2 w-full" aria-label={text("reading", { name: names })} />
      {isSlow && <p className="text-sm text-muted">{text("slow")}</p>}
    </output>
  );
}

const steps = ["office", "sheet", "mend", "accept", "members"] as const;
const questions = ["balance", "money", "fines", "noPhone", "wrong"] as const;

/** The part of the guide that a Treasurer needs here: the steps, and the most frequent questions. */
export function Guide() {
  const text = useTranslations("opening.guide");
  return (
    <section className="max-w-prose">
      <p className="text-muted">{text("who")}</p>
      <Disclosure label={text("title")} className="mt-1">
        <ol className="list-decimal space-y-1 ps-6">
          {steps.map((step) => (
            <li key={step}>{text(`steps.${step}`)}</li>
          ))}
        </ol>
        <dl className="mt-4 space-y-3">
          {questions.map((each) => (
            <div key={each}>
              <dt className="font-semibold">{text(`questions.${each}.ask`)}</dt>
              <dd className="text-muted">{text(`questions.${each}.answer`)}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </section>
  );
}
