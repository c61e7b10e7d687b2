import { sha256 } from "@noble/hashes/sha2.js";
import { FileCheck } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { useTranslations } from "use-intl";
import { safeParse } from "zod/mini";
import { proofFile, type ProofFileView } from "#contract/proof-file.ts";
import { checkProof } from "#domain/proofs/check-proof.ts";
import "#web/api/schemas/jitless.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";

/** A file chosen or dropped. */
export function ProofPicker({ onFile, busy }: { onFile: (file: File) => void; busy: boolean }) {
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
          // The same file may be chosen again.
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

// Some ten thousand entries.
const LARGEST_BYTES = 50 * 1024 * 1024;

export type ReadProof =
  | ({ file: ProofFileView } & ReturnType<typeof checkProof>)
  | { problem: "notAFile" | "tooLarge" };

/** Reads and checks a chosen file on this device. */
export async function readProofFile(chosen: File): Promise<ReadProof> {
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
