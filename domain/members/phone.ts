// Kenyan mobile numbers (MEM-2).

/** `+254712345678` from 07…, 01…, 254… or +254…, with spaces and dashes anywhere; null for anything else. */
export function normalisePhone(text: string): string | null {
  const [, national] = /^(?:\+?254|0)([17]\d{8})$/.exec(text.replace(/[\s-]/g, "")) ?? [];
  return national === undefined ? null : `+254${national}`;
}
