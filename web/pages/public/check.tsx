import { useGroupName } from "#web/api/group-name.ts";
import { getRouteApi } from "@tanstack/react-router";
import { FileCheck } from "lucide-react";
import { useEffect, useRef, useState, type DragEvent } from "react";
import { useTranslations } from "use-intl";
import { ReportForm } from "#web/features/proofs/log-answer.tsx";
import type { ReadProof } from "#web/features/proofs/read-proof-file.ts";
import { ProofResult } from "#web/features/proofs/proof-result.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { whenIdle } from "#web/ui/idle.ts";
import { loadChunk } from "#web/ui/load-chunk.ts";
import { LanguageSwitch, ThemeSwitch } from "#web/ui/switches.tsx";
import { HomeLink } from "./public-frame.tsx";

const route = getRouteApi("/check");

/** What reads and checks a file: fetched once the page stands, so that a file is checked without a network too. */
const loadReader = () =>
  loadChunk("read-proof-file", () => import("#web/features/proofs/read-proof-file.ts"));

/**
 * /check: anybody can check a proof file, or a noted fingerprint. A link to a noted one has its values in the address.
 */
export function CheckPage() {
  const text = useTranslations("proofs");
  const groupName = useGroupName();
  const [read, setRead] = useState<(ReadProof & { number: number }) | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  usePageTitle(text("title"), groupName);
  const { entries = "", fingerprint = "" } = route.useSearch();

  useEffect(() => whenIdle(() => void loadReader().catch(() => undefined)), []);

  const decide = async (file: File) => {
    setIsBusy(true);
    const { readProofFile } = await loadReader();
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
          <ReportForm params={{ entries, fingerprint }} />
        </Card>
      </main>
    </div>
  );
}

/** Takes a file that is chosen or dropped. */
function ProofPicker({ onFile, busy }: { onFile: (file: File) => void; busy: boolean }) {
  const text = useTranslations("proofs");
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  const take = (file: File | undefined) => {
    if (file !== undefined) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border-2 border-dashed p-4",
        isOver ? "border-brand bg-brand-soft" : "border-edge",
      )}
    >
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          take(event.target.files?.[0]);
          // Allows choosing the same file again.
          event.target.value = "";
        }}
      />
      <Button
        icon={<FileCheck aria-hidden />}
        busy={busy}
        className="w-full md:w-auto"
        onClick={() => input.current?.click()}
      >
        {text("choose")}
      </Button>
      <span className="hidden text-muted md:inline">{text("drop")}</span>
    </div>
  );
}
