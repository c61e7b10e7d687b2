import { useEffect, useState } from "react";
import { loadWords } from "#web/messages/words.ts";
import type { ReceiptProofProps, SendReceiptProps } from "./receipt-proof.tsx";

type Parts = typeof import("./receipt-proof.tsx");

/** With their words, once the receipt is shown; null until then, and where there is no network. */
function useParts(): Parts | null {
  const [parts, setParts] = useState<Parts | null>(null);
  useEffect(() => {
    Promise.all([import("./receipt-proof.tsx"), loadWords("receipts")]).then(
      ([loaded]) => setParts(loaded),
      () => undefined,
    );
  }, []);
  return parts;
}

export function ReceiptProof(props: ReceiptProofProps) {
  const parts = useParts();
  return parts === null ? props.unnamed : <parts.ReceiptProof {...props} />;
}

export function SendReceipt(props: SendReceiptProps) {
  const parts = useParts();
  return parts === null ? null : <parts.SendReceipt {...props} />;
}
