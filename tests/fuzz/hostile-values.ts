// What an attacker or a broken client sends instead of a plain value.

/** Stands in a body for a number that JSON.stringify cannot write; `writeJson` writes it bare. */
const bare = (text: string) => `@@${text}@@`;

/** JSON of the value, with the bare numbers as they are: 1e309, -0, NaN. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"@@([^@]*)@@"/g, "$1");
}

/** Texts that a program might interpret as code; as text they are valid. */
export const injectionTexts = [
  "'; DROP TABLE members; --",
  "' OR '1'='1",
  "1); DELETE FROM sessions; --",
  "$1 $$ %s %n {0} ${7*7} {{7*7}}",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<svg/onload=alert(1)>",
  "javascript:alert(1)",
  "</script><!-- ]]> &lt;b&gt; &amp;",
  '=HYPERLINK("http://x.example","y")',
  "../../etc/passwd",
  "; rm -rf / #",
] as const;

/** Letters of every kind that a name may have, and some that look empty. */
export const unusualTexts = [
  "Wanjikũ Ng’ang’a",
  "حوّاء عبد الله",
  "\u202Egnp.exe",
  "a\u200Bb\u200Dc\uFEFFd",
  "e\u0301\u0302\u0303\u0304",
  "👩🏾‍🌾🇰🇪",
  "a\u2028b\u2029c\u0085d",
  "%00%0a%0d",
  "\\u0000",
  "null",
  "undefined",
  "NaN",
] as const;

const brokenTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\uD800",
  "x\uDC00y",
  "\u001B[31m",
  "\r\nSet-Cookie: a=b",
  "x".repeat(300),
  "ß".repeat(5_000),
  "x".repeat(40_000),
  "9".repeat(400),
] as const;

const numbers: readonly unknown[] = [
  0,
  -1,
  0.001,
  0.1 + 0.2,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e21,
  5e-324,
  bare("1e309"),
  bare("-1e309"),
  bare("-0"),
  bare("9".repeat(320)),
  bare("1E+2"),
  bare("1000.0000000000000000001"),
  "NaN",
  "Infinity",
  "-Infinity",
  "1e309",
  "-0",
  "0x10",
  "1,000",
  "١٢٣",
  " 12 ",
  "1e3",
  "٠",
];

const shapes: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  ["approved"],
  [1000],
  { $gt: "" },
  { length: 3, 0: "a" },
  { toString: "x", valueOf: 1 },
  { constructor: { prototype: { isAdmin: true } } },
  { toJSON: 1 },
];

const dates: readonly unknown[] = [
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "10000-01-01",
  "-000001-01-01",
  "0001-01-01",
  "2026-13-01T25:61:61Z",
  "2026-01-01T00:00:00+99:99",
  "infinity",
  "now",
  "epoch",
  "2026-01-01 BC",
];

export const hostileTexts: readonly string[] = [...injectionTexts, ...unusualTexts, ...brokenTexts];

export const hostileValues: readonly unknown[] = [...hostileTexts, ...numbers, ...shapes, ...dates];

/** Field names that reach into the program where code merges objects carelessly. */
export const pollutingNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
];

/** Values for `:id` in a path. */
export const hostileSegments = [
  "0",
  "-1",
  "+1",
  "01",
  "1.0",
  "1e3",
  "2147483648",
  "9e99",
  "9".repeat(250),
  "9".repeat(400),
  "%00",
  "%2e%2e%2f",
  "..%2f1",
  "1%2f2",
  "1;DROP",
  "%27%20OR%201=1",
  "%F0%9F%98%80",
  "%E0%A4%A",
  "%zz",
  "__proto__",
  "NaN",
  "null",
];
