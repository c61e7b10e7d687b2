import { ShieldCheck } from "lucide-react";
import { useTranslations } from "use-intl";
import { downloadProof } from "#contract/proofs.ts";
import { fetchFile, useSaveFile } from "#web/api/save-file.ts";
import { Button } from "#web/ui/button.tsx";

/** One's own entries with the proof that they are part of the log, as a file. */
export function DownloadProof() {
  const text = useTranslations("proofs");
  const { save, isSaving } = useSaveFile(() => fetchFile(downloadProof, {}));
  return (
    <Button
      variant="secondary"
      icon={<ShieldCheck aria-hidden />}
      busy={isSaving}
      onClick={() => save()}
    >
      {text("download")}
    </Button>
  );
}
