import { useTranslations } from "use-intl";
import type { AuditEntryView } from "#contract/audit.ts";
import {
  auditFacts,
  noticeChoiceFact,
  type AuditFact,
  type FactKind,
} from "#domain/audit-log/audit-actions.ts";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import { noticeChannels, noticeKinds } from "#domain/notices/notice-choices.ts";
import { textsOf } from "#web/messages/words.ts";
import { formatDay, formatMomentAndTime, formatMonth } from "#web/ui/day.ts";
import { Facts } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { AuditSubject, useAuditWords } from "./audit-words.tsx";

type AuditDetailsProps = { entry: AuditEntryView; isChairperson: boolean };

/** One entry with everything the log stores: what changed, from which address, and its seal. */
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

// The facts of an audit entry as people of the group read them: names for fields, amounts in KES, days as on every
// screen. A fact without a name is shown as stored.

/** Settings, which the settings page names. */
const kindsOfSettings: Record<string, FactKind> = {
  monthly_contribution: "kes",
  late_fine_amount: "kes",
  second_person_above: "kes",
  fine_limit: "kes",
  sms_monthly_cap: "kes",
  meeting_fine_late: "kes",
  meeting_fine_absent: "kes",
  meeting_fine_apology: "kes",
  normal_loan_rate: "percent",
  emergency_loan_rate: "percent",
  interest_share: "percent",
  plain_loans: "yesNo",
  officials_guarantee: "yesNo",
  meetings: "yesNo",
  officials_two_step: "yesNo",
  require_evidence: "yesNo",
  mpesa_record_by_account: "yesNo",
  mpesa_refuse_unknown_accounts: "yesNo",
  mpesa_payouts: "yesNo",
};

type ShownFact = {
  name: string;
  /** Undefined if the entry does not have it. */
  before: string | undefined;
  after: string | undefined;
};

/** Returns the facts of an entry, one line each, in their order; leaves out those that mean nothing to people. */
function useAuditFacts(): (entry: AuditEntryView) => ShownFact[] {
  const text = useTranslations("audit");
  const notices = useTranslations("notices");
  const ui = useUiTexts();

  const nameOf = (name: string): string => {
    const { facts } = textsOf("audit");
    if (name in facts) return text(`facts.${name as AuditFact}`);
    return wordOf(textsOf("settings").names, name) ?? noticeChoiceName(name) ?? plain(name);
  };

  /** "Reminders by SMS". */
  const noticeChoiceName = (name: string): string | undefined => {
    for (const kind of noticeKinds)
      for (const channel of noticeChannels)
        if (noticeChoiceFact(kind, channel) === name)
          return notices("choices.label", {
            kind: notices(`kinds.${kind}`),
            channel: notices(`channelNames.${channel}`),
          });
    return undefined;
  };

  const show = (name: string, value: unknown, setting: unknown): string => {
    if (value === null || value === undefined || value === "") return text("nothing");
    if (Array.isArray(value)) return value.map((each) => show(name, each, setting)).join("; ");
    if (typeof value === "object")
      return Object.entries(value)
        .filter(([part]) => part !== "id")
        .map(([part, of]) => `${nameOf(part)} ${show(part, of, setting)}`)
        .join(", ");
    if (typeof value === "boolean") return text(value ? "yes" : "no");
    const written = typeof value === "string" ? value : JSON.stringify(value);
    switch (kindOf(name, setting)) {
      case "kes":
        return formatMoney(written);
      case "percent":
        return `${written}%`;
      case "month":
        return dayOr(written, formatMonth);
      case "day":
        return dayOr(written, formatDay);
      case "moment":
        return formatMomentAndTime(written);
      case "status":
        return wordOf(ui.status, written) ?? plain(written);
      case "office":
        return wordOf(ui.offices, written) ?? written;
      case "type":
        return (
          wordOf(textsOf("ledger").types, written) ??
          wordOf(textsOf("transactions"), written) ??
          plain(written)
        );
      case "proposalKind":
        return (
          wordOf(textsOf("proposals").kinds, written) ?? namedValue(name, written) ?? plain(written)
        );
      case "setting":
        return wordOf(textsOf("settings").names, written) ?? plain(written);
      case "language":
        return wordOf(textsOf("audit").languages, written) ?? written;
      case "evidence":
        return wordOf(textsOf("approvals").evidence, written) ?? plain(written);
      case "accountKind":
        return wordOf(textsOf("statements").kinds, written) ?? plain(written);
      case "readings":
        return readingsOf(written);
      case "named":
        return namedValue(name, written) ?? plain(written);
      case "done":
        return text("yes");
      case "yesNo":
      case "text":
        return isMoment(written) ? formatMomentAndTime(written) : dayOr(written, formatDay);
    }
  };

  return ({ before, after }) => {
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    const setting = after?.["setting"];
    const of = (facts: AuditEntryView["before"], name: string) =>
      facts !== null && name in facts ? show(name, facts[name], setting) : undefined;
    return names
      .filter((name) => name !== "member_id" && name !== "id")
      .map((name) => ({ name: nameOf(name), before: of(before, name), after: of(after, name) }))
      .filter((fact) => fact.before !== fact.after || fact.before === undefined);
  };
}

function kindOf(name: string, setting: unknown): FactKind {
  if (name === "value" && typeof setting === "string") return kindsOfSettings[setting] ?? "text";
  return name in auditFacts ? auditFacts[name as AuditFact] : (kindsOfSettings[name] ?? "text");
}

function namedValue(name: string, value: string): string | undefined {
  const { values } = textsOf("audit");
  return name in values ? wordOf(values[name as keyof typeof values], value) : undefined;
}

/** How the server stores what was answered for an account (STAT-68): `dates: swapped, minus: same_way`. */
function readingsOf(written: string): string {
  const { questions } = textsOf("statements");
  return written
    .split(", ")
    .map((answer) => {
      const [kind = "", choice = ""] = answer.split(": ");
      const [ask, word] = [wordOf(questions, kind), wordOf(questions.choices, choice)];
      return ask === undefined || word === undefined ? answer : `${ask} ${word}`;
    })
    .join("; ");
}

function wordOf(words: object, key: string): string | undefined {
  const word: unknown = key in words ? words[key as keyof typeof words] : undefined;
  return typeof word === "string" ? word : undefined;
}

/** "loan_type" becomes "loan type". */
const plain = (name: string) => name.replaceAll("_", " ");

const isMoment = (written: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(written);

function dayOr(written: string, format: (day: PlainDate) => string): string {
  const day = parsePlainDate(written);
  return day === null ? written : format(day);
}
