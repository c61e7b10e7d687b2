import { writeFingerprint } from "#domain/proofs/fingerprint.ts";

/** A fingerprint for reading aloud and comparing: in groups of four. */
export function FingerprintText({ value, large = false }: { value: string; large?: boolean }) {
  return (
    <span className={`font-mono break-words ${large ? "text-base md:text-lg" : "text-sm"}`}>
      {writeFingerprint(value)}
    </span>
  );
}

const format = new Intl.NumberFormat("en-KE");

/** "1,234": how many entries, as reports write it. */
export function count(entries: number): string {
  return format.format(entries);
}
