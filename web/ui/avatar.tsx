import { cx } from "./cx.ts";

const tints = [
  "bg-brand-soft text-brand",
  "bg-clay-soft text-ink",
  "bg-waiting-ground text-waiting",
  "bg-note-ground text-note",
  "bg-sunken text-muted",
];

const sizes = { small: "size-8 text-sm", medium: "size-11 text-base", large: "size-20 text-2xl" };

type AvatarProps = {
  name: string;
  /** Address of the photo; initials in a tinted circle without one. */
  photo?: string | null;
  size?: keyof typeof sizes;
};

/** A person's picture. Decorative: the name is beside it. */
export function Avatar({ name, photo, size = "medium" }: AvatarProps) {
  const look = cx(
    "inline-flex flex-none items-center justify-center rounded-full font-semibold",
    sizes[size],
  );
  if (photo) return <img src={photo} alt="" className={cx(look, "object-cover")} />;
  return (
    <span aria-hidden className={cx(look, tints[tintOf(name)])}>
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${words[0]?.[0] ?? ""}${last?.[0] ?? ""}`.toUpperCase();
}

/** The same name has the same tint everywhere. */
function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % tints.length;
}
