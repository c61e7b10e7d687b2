import { useTranslations } from "use-intl";

/** What went wrong, as far as it helps, and what to do. SCR-11: names the chunk that did not arrive. */
export function FailureAdvice({ error }: { error: unknown }) {
  const text = useTranslations("dashboard.failure");
  const message = error instanceof Error ? error.message : "";
  if (!message.startsWith("Loading chunk")) return text("advice");
  return (
    <>
      <span className="block font-semibold">{message}</span>
      {text("chunkAdvice")}
    </>
  );
}
