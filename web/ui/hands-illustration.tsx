/** Two hands passing a coin from one member to the next. Decorative; made for a dark green background that clips it. */
export function HandsIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 300" fill="none" aria-hidden className={className}>
      <g stroke="var(--on-forest)" strokeOpacity="0.16" strokeWidth="2">
        {[68, 104, 142, 182].map((radius, ring) => (
          <circle key={radius} cx="240" cy={112 + ring * 6} r={radius} />
        ))}
      </g>
      <g strokeLinecap="round" strokeLinejoin="round">
        {/* The giving hand, from above. */}
        <g stroke="#6b3a24">
          <path d="M424 26 336 70" strokeWidth="44" />
          <path d="M326 54c-18-2-36 2-54 18" strokeWidth="16" />
          <path d="M334 70c-20 4-38 10-58 26" strokeWidth="17" />
          <path d="M338 82c-18 8-34 16-50 30" strokeWidth="16" />
          <path d="M342 92c-12 10-22 18-34 30" strokeWidth="15" />
        </g>
        <path d="m580-46-172 82" stroke="var(--clay)" strokeWidth="66" strokeLinecap="butt" />
        <path
          d="m424-8 29 60M440-16l29 60"
          stroke="var(--marigold)"
          strokeWidth="4"
          strokeLinecap="butt"
        />
        {/* The taking hand, palm up. */}
        <g stroke="#9c5b38">
          <path d="M100 258c22-20 42-38 66-60" strokeWidth="46" />
          <path d="M160 178c26-6 52-10 84-10" strokeWidth="17" />
          <path d="M166 190c28-4 56-4 88-2" strokeWidth="17" />
          <path d="M168 204c26 2 52 4 80 4" strokeWidth="16" />
          <path d="M152 186c4-24 18-38 38-48" strokeWidth="17" />
        </g>
        <path
          d="M-20 366 116 246"
          stroke="var(--on-forest)"
          strokeWidth="66"
          strokeLinecap="butt"
        />
        <path
          d="m80 235 44 50M68 246l44 50"
          stroke="var(--clay)"
          strokeWidth="4"
          strokeLinecap="butt"
        />
      </g>
      <circle cx="240" cy="122" r="34" fill="var(--marigold)" />
      <g stroke="#17211b" strokeOpacity="0.55" strokeWidth="2">
        <circle cx="240" cy="123.5" r="25" />
        <circle cx="240" cy="127" r="16" />
      </g>
      <circle cx="240" cy="130" r="6.5" fill="#17211b" fillOpacity="0.6" />
    </svg>
  );
}
