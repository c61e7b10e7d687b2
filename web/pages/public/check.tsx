import { sha256 } from "@noble/hashes/sha2.js";
import { FileCheck } from "lucide-react";
import { useState, useRef, type DragEvent } from "react";
import { useTranslations } from "use-intl";
import { safeParse } from "zod/mini";
import { proofFile, type ProofFileView } from "#contract/proof-file.ts";
import { checkProof } from "#domain/proofs/check-proof.ts";
import "#web/api/schemas/jitless.ts";
import { ReportForm } from "#web/features/proofs/log-answer.tsx";
import { ProofResult } from "#web/features/proofs/proof-result.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { LanguageSwitch, ThemeSwitch } from "#web/ui/switches.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { HomeLink } from "./public-frame.tsx";

/**
 * /check: anybody can check a proof file, or a noted fingerprint. A link to a noted one has its values in the address.
 */
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

// Enough for some ten thousand entries.
const LARGEST_BYTES = 50 * 1024 * 1024;

type ReadProof =
  | ({ file: ProofFileView } & ReturnType<typeof checkProof>)
  | { problem: "notAFile" | "tooLarge" };

/** Reads and checks a chosen file on this device. */
async function readProofFile(chosen: File): Promise<ReadProof> {
  if (chosen.size > LARGEST_BYTES) return { problem: "tooLarge" };
  let content: unknown;
  try {
    content = JSON.parse(await chosen.text());
  } catch {
    return { problem: "notAFile" };
  }
  const read = safeParse(proofFile, content);
  if (!read.success) return { problem: "notAFile" };
  const utf8 = new TextEncoder();
  const tools = { hash: sha256, utf8: (text: string) => utf8.encode(text) };
  return { file: read.data, ...checkProof(tools, read.data) };
}
