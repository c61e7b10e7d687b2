import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { ApiError } from "#web/api/call.ts";
import { Button } from "#web/ui/button.tsx";
import { loadChunk } from "#web/ui/load-chunk.ts";
import { useUiTexts } from "#web/ui/texts.tsx";
import { showToast } from "#web/ui/toaster.tsx";
import type { PdfRequest } from "./pdf-request.ts";

type DownloadPdfProps = {
  requested: PdfRequest;
  /** What it is a PDF of, for those who hear it, where several buttons say the same. */
  of?: string;
  className?: string;
};

/** Fetches the PDF from the server and saves it as a file; a refusal is shown in a toast. */
export function DownloadPdf({ requested, of, className }: DownloadPdfProps) {
  const texts = useUiTexts();
  const { mutate, isPending } = useMutation<void, Error, PdfRequest>({
    mutationFn: async (report) => {
      const { savePdf } = await loadChunk("save-pdf", () => import("./save-pdf.ts"));
      await savePdf(report);
    },
    // A refusal of the server is reported for every call alike.
    onError: (error) => error instanceof ApiError || showToast("error", error.message),
  });

  return (
    <Button
      data-print="never"
      variant="secondary"
      icon={<FileDown aria-hidden />}
      busy={isPending}
      onClick={() => mutate(requested)}
      {...(className === undefined ? {} : { className })}
    >
      {texts.downloadPdf}
      {of !== undefined && <span className="sr-only">{` ${of}`}</span>}
    </Button>
  );
}
