type UploadProgressProps = {
  /** How much has gone, in words. */
  text: string;
  /** Bytes of all; undefined while the other side works on what it has. */
  sent: { sent: number; total: number } | undefined;
};

/** How far a file has come. */
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
