import { StatusBadge, type StatusWord } from "./status-badge.tsx";

export type Verdict = { who: string; status: StatusWord; note?: string | null };

/** Who had to agree, and what each of them said. */
export function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  return (
    <ul className="divide-y divide-line">
      {verdicts.map(({ who, status, note }) => (
        <li key={who} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <span>{who}</span>
          <StatusBadge status={status} />
          {note && <p className="basis-full text-sm text-muted">{note}</p>}
        </li>
      ))}
    </ul>
  );
}
