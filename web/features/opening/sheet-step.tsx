import { ChevronDown, Download } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getOpeningTemplate } from "#contract/opening.ts";
import { spokenWords } from "#web/messages/words.ts";
import { Button } from "#web/ui/button.tsx";
import { saveFileOf } from "./save-file-of.ts";

const parts = ["members", "loans", "group", "deposits", "history", "order"] as const;

/** The sheet to fill in, in the language that is spoken now, and what goes where. */
export function SheetStep() {
  const text = useTranslations("opening.sheet");
  const [isBusy, setIsBusy] = useState<"xlsx" | "csv" | null>(null);
  const get = async (format: "xlsx" | "csv") => {
    setIsBusy(format);
    await saveFileOf(getOpeningTemplate, { format, language: spokenWords().language });
    setIsBusy(null);
  };
  return (
    <>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          icon={<Download aria-hidden />}
          busy={isBusy === "xlsx"}
          onClick={() => void get("xlsx")}
        >
          {text("xlsx")}
        </Button>
        <Button variant="secondary" busy={isBusy === "csv"} onClick={() => void get("csv")}>
          {text("csv")}
        </Button>
      </div>
      <details className="group mt-3 text-sm">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 font-semibold">
          <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
          {text("what")}
        </summary>
        <ul className="max-w-prose list-disc space-y-2 ps-6 text-muted">
          {parts.map((part) => (
            <li key={part}>{text(part)}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
