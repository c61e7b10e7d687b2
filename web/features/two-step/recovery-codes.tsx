import { useTranslations } from "use-intl";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toaster.tsx";

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** The codes for a lost phone, to be copied or downloaded: the server cannot show them again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = useTranslations("twoStep");
  const lines = codes.join("\n");

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines);
      showToast("success", text("copied"));
    } catch {
      // Browsers refuse it where the page is not served over https.
      showToast("error", text("copyFailed"));
    }
  };

  return (
    <div className="flex flex-col gap-4">
      <p>{text("codesText")}</p>
      <ul
        aria-label={text("codesLabel")}
        className="grid gap-x-6 gap-y-1 rounded-control border border-line p-4 font-mono select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          {text("copy")}
        </Button>
        <Button variant="secondary" onClick={() => download(`${lines}\n`)}>
          {text("download")}
        </Button>
      </div>
      <Button onClick={onDone}>{text("done")}</Button>
    </div>
  );
}

function download(content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "akiba-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(address);
}
