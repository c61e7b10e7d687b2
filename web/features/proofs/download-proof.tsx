import { useMutation } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "use-intl";
import { downloadProof } from "#contract/proofs.ts";
import { ApiError } from "#web/api/call.ts";
import { fetchFile, saveFile } from "#web/api/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toaster.tsx";

/** One's own entries with the proof that they belong to the log, as a file. */
export function DownloadProof() {
  const text = useTranslations("proofs");
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await fetchFile(downloadProof, {})),
    // A refusal of the server is reported for every call alike.
    onError: (error) => error instanceof ApiError || showToast("error", error.message),
  });
  return (
    <Button
      variant="secondary"
      icon={<ShieldCheck aria-hidden />}
      busy={isPending}
      onClick={() => mutate()}
    >
      {text("download")}
    </Button>
  );
}
