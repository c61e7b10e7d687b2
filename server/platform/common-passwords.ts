// The passwords that everybody tries first (MEM-3); the file says where they are from.
const files = import.meta.glob<string>("./common-passwords.txt", {
  query: "?raw",
  eager: true,
  import: "default",
});

let known: ReadonlySet<string> | null = null;

/** Whether it is among the 10,000 most common ones, whatever the case. */
export function isCommonPassword(password: string): boolean {
  known ??= readList();
  return known.has(password.toLowerCase());
}

function readList(): ReadonlySet<string> {
  const lines = Object.values(files).join("\n").split("\n");
  return new Set(lines.filter((line) => line !== "" && !line.startsWith("#")));
}
