import { useTranslations } from "use-intl";
import type { AuditEntryView } from "#contract/audit.ts";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Facts } from "#web/ui/facts.tsx";
import { useAuditWords } from "./audit-words.ts";

/** One entry with everything the log keeps of it: what changed, from where, and its seal. */
export function AuditDetails({ entry }: { entry: AuditEntryView }) {
  const text = useTranslations("audit");
  const words = useAuditWords();
  return (
    <>
      <Facts
        facts={[
          { label: text("what"), value: words.action(entry) },
          { label: text("when"), value: formatMomentAndTime(entry.at) },
          { label: text("who"), value: words.actor(entry) },
          { label: text("subject"), value: words.subject(entry) },
          ...(entry.address === null ? [] : [{ label: text("address"), value: entry.address }]),
          ...(entry.sealed === null
            ? []
            : [
                {
                  label: text("seal"),
                  value: <span className="font-normal break-all">{entry.sealed}</span>,
                },
              ]),
        ]}
      />
      <Changes title={text("before")} facts={entry.before} />
      <Changes title={text("after")} facts={entry.after} />
    </>
  );
}

function Changes({ title, facts }: { title: string; facts: AuditEntryView["before"] }) {
  const lines = Object.entries(facts ?? {});
  if (lines.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="mb-1 font-semibold">{title}</h3>
      <Facts
        facts={lines.map(([name, value]) => ({
          label: name.replaceAll("_", " "),
          value: <span className="font-normal break-words">{written(value)}</span>,
        }))}
      />
    </section>
  );
}

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
