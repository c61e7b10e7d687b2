import { useMemo } from "react";
import { encode } from "uqr";

type QrCodeProps = {
  text: string;
  label: string;
  className?: string;
};

/** A QR code as one path; always dark on white, as cameras expect it. */
export function QrCode({
  text,
  label,
  className = "mx-auto size-52 max-w-full rounded-control",
}: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, there is no file to show.
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** One square for each dark module, with the margin of four modules that the standard requires. */
function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join("") };
}
