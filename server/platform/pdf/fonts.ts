// Source Sans 3: its figures are all as wide as one another, and it has the letters of Kenya's languages (ũ, ĩ, ŋ).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export const regular = readFileSync(
  require.resolve("@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf"),
);
export const bold = readFileSync(
  require.resolve("@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf"),
);
