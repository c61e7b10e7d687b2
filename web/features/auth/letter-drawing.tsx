/** An envelope with a ring for a seal. Decorative. */
export function LetterDrawing() {
  return (
    <svg viewBox="0 0 120 88" fill="none" aria-hidden className="h-24">
      <rect x="10" y="14" width="100" height="66" rx="8" fill="var(--brand-soft)" />
      <path
        d="M10 24 54 54a11 11 0 0 0 12 0l44-30M10 72l34-26M110 72 76 46"
        stroke="var(--brand)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <rect x="10" y="14" width="100" height="66" rx="8" stroke="var(--brand)" strokeWidth="2.5" />
      <circle cx="100" cy="20" r="14" fill="var(--marigold)" />
      <path
        d="m94 20 4.5 4.5 8-9"
        stroke="var(--on-marigold)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
