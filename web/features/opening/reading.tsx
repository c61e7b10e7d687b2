import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";

const SLOW_MS = 5_000;

/** That the sheet is on its way; after some seconds also that the network is slow and nothing is lost. */
export function Reading({ names }: { names: string }) {
  const text = useTranslations("opening.file");
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output className="block space-y-2">
      <p className="wrap-anywhere">{text("reading", { name: names })}</p>
      <progress className="h-2 w-full" aria-label={text("reading", { name: names })} />
      {isSlow && <p className="text-sm text-muted">{text("slow")}</p>}
    </output>
  );
}
