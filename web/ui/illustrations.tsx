/* A tree whose crown is growth rings around a coin. Decorative. */

type Crown = { x: number; y: number; radii: readonly number[]; look: "pale" | "deep" | "heart" };

// Rings are off centre, as in a real tree: each smaller one is a little lower.
const crowns: readonly Crown[] = [
  { x: 112, y: 226, radii: [74, 58, 42, 26], look: "deep" },
  { x: 424, y: 210, radii: [82, 66, 49, 32], look: "pale" },
  { x: 266, y: 138, radii: [120, 100, 79, 58, 37], look: "heart" },
  { x: 188, y: 316, radii: [44, 31, 18], look: "pale" },
  { x: 364, y: 322, radii: [54, 40, 25], look: "deep" },
];

const paints = {
  pale: { ground: "var(--brand-soft)", ring: "var(--brand)", core: "var(--brand)" },
  deep: { ground: "var(--brand)", ring: "var(--brand-soft)", core: "var(--brand-soft)" },
  heart: { ground: "var(--brand-soft)", ring: "var(--brand)", core: "var(--marigold)" },
};

export function TreeIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 540 520" fill="none" aria-hidden className={className}>
      <path
        d="M8 492c70-30 150-44 262-44s196 14 262 42c-80 12-170 18-262 18S90 506 8 492Z"
        fill="var(--brand)"
        fillOpacity="0.12"
      />
      <g stroke="var(--clay)" strokeLinecap="round">
        <path d="M274 410c-4-60-46-70-84-92" strokeWidth="11" />
        <path d="M274 420c4-60 54-62 88-96" strokeWidth="11" />
        <path d="M268 350c-10-70-96-66-150-122" strokeWidth="9" />
        <path d="M270 340c14-64 96-62 150-126" strokeWidth="9" />
      </g>
      <path
        d="M262 250h10c0 90 6 170 20 216 4 14 22 20 44 24H206c22-4 38-10 42-24 14-46 16-126 14-216Z"
        fill="var(--clay)"
      />
      {crowns.map((crown) => (
        <CrownOfRings key={crown.x} {...crown} />
      ))}
    </svg>
  );
}

function CrownOfRings({ x, y, radii, look }: Crown) {
  const paint = paints[look];
  const center = y + radii.length * 3;

  return (
    <g>
      {radii.map((radius, ring) => (
        <circle
          key={radius}
          cx={x}
          cy={y + ring * 3}
          r={radius}
          fill={ring === 0 ? paint.ground : "none"}
          stroke={ring === 0 ? "var(--brand)" : paint.ring}
          strokeWidth={ring === 0 ? 3 : 2.5}
        />
      ))}
      <circle cx={x} cy={center} r={look === "heart" ? 22 : 8} fill={paint.core} />
      {look === "heart" && (
        <circle
          cx={x}
          cy={center}
          r={14}
          stroke="var(--on-marigold)"
          strokeOpacity="0.5"
          strokeWidth="2"
        />
      )}
    </g>
  );
}

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
