import { Link } from "@tanstack/react-router";
import type { AuditEntryView } from "#contract/audit.ts";
import { auditTarget, useAuditWords } from "./audit-words.ts";

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
