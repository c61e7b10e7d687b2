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
