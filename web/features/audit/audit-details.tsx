import { useTranslations } from "use-intl";
import type { AuditEntryView } from "#contract/audit.ts";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Facts } from "#web/ui/facts.tsx";
import { useAuditFacts } from "./audit-facts.ts";
import { AuditSubject } from "./audit-subject.tsx";
import { useAuditWords } from "./audit-words.ts";

type AuditDetailsProps = { entry: AuditEntryView; isChairperson: boolean };

/** One entry with everything the log has of it: what changed, from where, and its seal. */
export function AuditDetails({ entry, isChairperson }: AuditDetailsProps) {
  const text = useTranslations("audit");
  const words = useAuditWords();
  const facts = useAuditFacts()(entry);
  return (
    <>
      <Facts
        facts={[
          { label: text("what"), value: words.action(entry) },
          { label: text("when"), value: formatMomentAndTime(entry.at) },
          { label: text("who"), value: words.actor(entry) },
          {
            label: text("subject"),
            value: <AuditSubject entry={entry} isChairperson={isChairperson} />,
          },
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
      {facts.length > 0 && (
        <section className="mt-4">
          <h3 className="mb-1 font-semibold">{text("wasNotified")}</h3>
          <Facts
            facts={facts.map(({ name, before, after }) => ({
              label: name,
              value: (
                <span className="font-normal break-words">
                  {before === undefined || after === undefined
                    ? (after ?? before)
                    : text("changed", { before, after })}
                </span>
              ),
            }))}
          />
        </section>
      )}
    </>
  );
}
