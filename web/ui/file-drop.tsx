import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { showToast } from "./toaster.tsx";

type FileDropTexts = {
  /** Before a file is chosen. */
  drop: string;
  choose: string;
  /** The button's text once a file is chosen. */
  other: string;
  /** Which files are accepted, and how large. */
  kinds: string;
  tooLarge: string;
  chosen: (file: { name: string; size: string }) => string;
};

type FileDropProps = {
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  texts: FileDropTexts;
  /** As `accept` of an input. */
  types: string;
  largestBytes: number;
  /** Whether the limit is for each file; otherwise it is for all together. */
  isLimitEach?: boolean;
  multiple?: boolean;
};

/** Accepts files by drop or by choice; refuses too large ones before they are sent. */
export function FileDrop(props: FileDropProps) {
  const {
    files,
    onFiles,
    texts,
    types,
    largestBytes,
    isLimitEach = false,
    multiple = false,
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  const take = (found: FileList | null) => {
    const chosen = [...(found ?? [])].slice(0, multiple ? undefined : 1);
    if (chosen.length === 0) return;
    const bytes = chosen.reduce(
      (sum, { size }) => (isLimitEach ? Math.max(sum, size) : sum + size),
      0,
    );
    if (bytes > largestBytes) return showToast("error", texts.tooLarge);
    onFiles(chosen);
  };

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
      className={cx(
        "flex flex-col items-center gap-2 rounded-card border-2 border-dashed px-4 py-6 text-center",
        isOver ? "border-brand bg-brand-soft" : "border-edge bg-paper",
      )}
    >
      <FileUp aria-hidden className="size-8 text-brand" />
      <div className="font-semibold wrap-anywhere" aria-live="polite">
        {files.length === 0 ? (
          <p>{texts.drop}</p>
        ) : (
          files.map((file) => (
            <p key={file.name}>{texts.chosen({ name: file.name, size: formatSize(file.size) })}</p>
          ))
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={types}
        multiple={multiple}
        aria-label={texts.choose}
        hidden
        onChange={(event) => {
          take(event.target.files);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      <Button
        variant={files.length === 0 ? "primary" : "secondary"}
        onClick={() => input.current?.click()}
      >
        {files.length === 0 ? texts.choose : texts.other}
      </Button>
      <p className="text-sm text-muted">{texts.kinds}</p>
    </div>
  );
}

/** "48 KB", "3.2 MB" for a number of bytes. */
export function formatSize(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

type UploadProgressProps = {
  /** The progress in words. */
  text: string;
  /** Bytes of all; undefined while the server works on the file. */
  sent: { sent: number; total: number } | undefined;
};

/** The progress of a file. */
export function UploadProgress({ text, sent }: UploadProgressProps) {
  return (
    <output className="block space-y-2">
      <p className="wrap-anywhere tabular-nums">{text}</p>
      <progress
        className="h-2 w-full accent-brand"
        aria-label={text}
        {...(sent === undefined ? {} : { value: sent.sent, max: sent.total })}
      />
    </output>
  );
}
