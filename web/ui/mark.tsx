/** The group's mark: growth rings with a coin for a heart. Decorative: the name stands beside it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden className={className ?? "size-8"}>
      <circle cx="16" cy="16" r="16" fill="var(--brand)" />
      <circle cx="16" cy="17.5" r="11.5" stroke="var(--on-brand)" strokeWidth="1.75" />
      <circle cx="16" cy="19.25" r="7.25" stroke="var(--on-brand)" strokeWidth="1.75" />
      <circle cx="16" cy="21" r="3" fill="var(--marigold)" />
    </svg>
  );
}
