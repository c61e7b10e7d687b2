import { cx } from "./cx.ts";
import { useOtherLanguage } from "./other-language.ts";

/** A button named as the other language names itself. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { language, name, change } = useOtherLanguage();
  return (
    <button
      type="button"
      lang={language}
      onClick={change}
      className={cx(
        "inline-flex min-h-11 items-center font-semibold underline underline-offset-4",
        className,
      )}
    >
      {name}
    </button>
  );
}
