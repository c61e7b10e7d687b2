import { useState } from "react";
import { useTranslations } from "use-intl";
import { ReportForm } from "#web/features/proofs/paper-form.tsx";
import { ProofPicker, readProofFile, type ReadProof } from "#web/features/proofs/proof-picker.tsx";
import { ProofResult } from "#web/features/proofs/proof-result.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { LanguageSwitch } from "#web/ui/language-switch.tsx";
import { ThemeSwitch } from "#web/ui/theme-switch.tsx";
import { usePageTitle } from "#web/ui/page-header.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { HomeLink } from "./public-frame.tsx";

/** /check: a proof file or a noted fingerprint, checked by anybody. `given` comes with a link to a noted one. */
export function CheckPage() {
  const text = useTranslations("proofs");
  const { groupName } = useUiTexts();
  const [read, setRead] = useState<(ReadProof & { number: number }) | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  usePageTitle(text("title"), groupName);
  const requested = new URLSearchParams(window.location.search);
  const params = {
    entries: requested.get("entries") ?? "",
    fingerprint: requested.get("fingerprint") ?? "",
  };

  const decide = async (file: File) => {
    setIsBusy(true);
    const found = await readProofFile(file);
    setRead((before) => ({ ...found, number: (before?.number ?? 0) + 1 }));
    setIsBusy(false);
  };

  return (
    <div className="mx-auto flex min-h-dvh max-w-4xl flex-col gap-6 px-4 py-6 md:py-10">
      <header className="flex flex-wrap items-center justify-between gap-x-8">
        <HomeLink />
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className="space-y-6">
        <div>
          <h1 className="text-2xl tracking-tight md:text-3xl">{text("title")}</h1>
          <p className="mt-2 max-w-prose text-muted">{text("text")}</p>
        </div>
        <Card title={text("fileTitle")}>
          <p className="mb-4 text-muted">{text("fileText")}</p>
          <ProofPicker busy={isBusy} onFile={(file) => void decide(file)} />
          {read !== null && (
            <div className="mt-6" key={read.number}>
              {"problem" in read ? (
                <Alert live tone="bad">
                  {text(read.problem)}
                </Alert>
              ) : (
                <ProofResult {...read} />
              )}
            </div>
          )}
        </Card>
        <Card title={text("paperTitle")}>
          <p className="mb-4 max-w-prose text-muted">{text("paperText")}</p>
          <ReportForm params={params} />
        </Card>
      </main>
    </div>
  );
}
