import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { AuditEntryView } from "#contract/audit.ts";
import type { AuditSubject as SubjectKind } from "#domain/audit-log/audit-actions.ts";
import { textsOf } from "#web/messages/words.ts";
import { formatMoney } from "#web/ui/money.tsx";

type AuditSubjectProps = {
  entry: AuditEntryView;
  /** The page where this reader finds a member, by their office; settings are the Chairperson's. */
  isChairperson: boolean;
};

/** What an entry is about, with a link to it, and the member concerned. */
export function AuditSubject({ entry, isChairperson }: AuditSubjectProps) {
  const { what, whose } = useAuditWords().subject(entry);
  return (
    <span className="block min-w-0">
      <Target entry={entry} isChairperson={isChairperson}>
        {what}
      </Target>
      {whose !== null && <span className="block text-sm text-muted">{whose}</span>}
    </span>
  );
}

const linkClass = "font-semibold text-brand underline underline-offset-4";

function Target({ entry, isChairperson, children }: AuditSubjectProps & { children: string }) {
  const target = auditTarget(entry);
  if (target === null) return children;
  switch (target.to) {
    case "entry":
      return (
        <Link
          className={linkClass}
          to="/dashboard/accounting/entries"
          search={{ search: `#${target.id}`, entry: target.id }}
        >
          {children}
        </Link>
      );
    case "member":
      return (
        <Link
          className={linkClass}
          to={
            isChairperson
              ? "/dashboard/admin/directors"
              : "/dashboard/financial-summary/loan-summary"
          }
          search={{ search: target.regNumber }}
        >
          {children}
        </Link>
      );
    case "proposals":
      return (
        <Link className={linkClass} to="/dashboard/accounting/proposals">
          {children}
        </Link>
      );
    case "journal":
      return (
        <Link className={linkClass} to="/dashboard/accounting/entries">
          {children}
        </Link>
      );
    case "statements":
      return (
        <Link className={linkClass} to="/dashboard/accounting/statements">
          {children}
        </Link>
      );
    case "statement":
      return (
        <Link
          className={linkClass}
          to="/dashboard/accounting/statements/$statementId"
          params={{ statementId: String(target.id) }}
        >
          {children}
        </Link>
      );
    case "lines":
      return (
        <Link
          className={linkClass}
          to="/dashboard/accounting/statements/lines"
          search={{ state: target.state }}
        >
          {children}
        </Link>
      );
    case "reconciliation":
      return (
        <Link
          className={linkClass}
          to="/dashboard/accounting/reconciliation"
          search={target.date === undefined ? {} : { date: target.date }}
        >
          {children}
        </Link>
      );
    case "profit-and-loss":
      return (
        <Link
          className={linkClass}
          to="/dashboard/accounting/profit-loss"
          search={{ start_date: target.from, end_date: target.until }}
        >
          {children}
        </Link>
      );
    case "words":
      return (
        <Link className={linkClass} to="/dashboard/accounting/messages/words">
          {children}
        </Link>
      );
    case "settings":
      if (!isChairperson) return children;
      return (
        <Link className={linkClass} to="/dashboard/admin/settings">
          {children}
        </Link>
      );
  }
}

type Texts = ReturnType<typeof textsOf<"audit">>;
type ActionWord = keyof Texts["actions"];

/** The key of an action's sentence in the messages, where a dot is a level. */
export const actionWord = (action: string): string => action.replace(".", "_");

/** An audit entry as a sentence; without one, the action as stored. */
export function useAuditWords() {
  const text = useTranslations("audit");
  return {
    action({ action }: AuditEntryView): string {
      const word = actionWord(action);
      return word in textsOf("audit").actions ? text(`actions.${word as ActionWord}`) : action;
    },
    actor({ actor, auditor, address }: AuditEntryView): string {
      if (auditor !== undefined) return text("auditor", { name: auditor });
      return actor?.full_name ?? text(address === null ? "application" : "nobody");
    },
    /** "Contribution, KES 1,000.00", and the member concerned. */
    subject(entry: AuditEntryView): { what: string; whose: string | null } {
      const { subject, subject_id: id, member, actor, amount, after } = entry;
      if (subject === "member" && member !== null) return { what: member.full_name, whose: null };
      // A session is the actor's own, and its number means nothing.
      if (subject === "session") return { what: wordOf(subject), whose: actor?.full_name ?? null };
      const year = after?.["year"];
      if (subject === "financial_year" && typeof year === "string")
        return { what: `${wordOf(subject)} ${year}`, whose: null };
      const name = id === null ? wordOf(subject) : `${wordOf(subject)} ${id}`;
      return {
        what: amount === null ? name : `${name}, ${formatMoney(amount)}`,
        whose: member?.full_name ?? null,
      };
    },
  };

  function wordOf(subject: string): string {
    return subject in textsOf("audit").subjects
      ? text(`subjects.${subject as SubjectKind}`)
      : subject;
  }
}

/** The page that shows what the entry is about; null if it has none. */
type AuditTarget =
  | { to: "entry"; id: number }
  | { to: "member"; regNumber: string }
  | { to: "proposals" }
  | { to: "words" }
  | { to: "settings" }
  | { to: "journal" }
  | { to: "statements" }
  | { to: "statement"; id: number }
  | { to: "lines"; state: "open" | "matched" }
  | { to: "reconciliation"; date: string | undefined }
  | { to: "profit-and-loss"; from: string; until: string };

function auditTarget(entry: AuditEntryView): AuditTarget | null {
  const { subject, subject_id: id, entry_id: entryId, action, member, after } = entry;
  const day = after?.["date"];
  const [from, until] = [after?.["start_date"], after?.["end_date"]];
  if (subject === "financial_year" && typeof from === "string" && typeof until === "string")
    return { to: "profit-and-loss", from, until };
  if (entryId !== null) return { to: "entry", id: entryId };
  if (subject === "statement_account") return { to: "statements" };
  if (subject === "statement" && id !== null) return { to: "statement", id };
  if (subject === "statement_line")
    return { to: "lines", state: action === "statement-lines.unmatch" ? "open" : "matched" };
  if (subject === "reconciliation")
    return { to: "reconciliation", date: typeof day === "string" ? day : undefined };
  if (subject === "proposal") return { to: "proposals" };
  if (subject === "word") return { to: "words" };
  if (subject === "group_settings") return { to: "settings" };
  if (subject === "journal") return { to: "journal" };
  return member === null ? null : { to: "member", regNumber: member.reg_number };
}
