import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { StoredPayment } from "#web/api/stored/device-store.ts";
import { listOutbox } from "#web/api/stored/outbox.ts";
import { onOutboxNews } from "#web/api/stored/outbox-news.ts";
import { showToast } from "#web/ui/toaster.tsx";

export type Sent = { payment: StoredPayment; detail: string };

/** The member's payments on their way, and those that went since this page was opened; each turn is shown in a toast. */
export function useOutbox(onSent: () => void) {
  const text = useTranslations("offline");
  const [payments, setPayments] = useState<readonly StoredPayment[]>([]);
  const [sent, setSent] = useState<readonly Sent[]>([]);

  useEffect(() => {
    const reload = () => void listOutbox().then(setPayments);
    reload();
    return onOutboxNews((news) => {
      reload();
      if (news.kind === "kept") showToast("note", text("storedToast"));
      if (news.kind === "refused")
        showToast("error", text("refusedToast", { detail: news.detail }));
      if (news.kind === "sent") {
        showToast("success", text("sentToast", { detail: news.detail }));
        setPayments((before) => before.filter(({ id }) => id !== news.payment.id));
        setSent((before) => [...before, news]);
        onSent();
      }
    });
  }, [text, onSent]);

  const dismiss = (id: string) =>
    setSent((before) => before.filter(({ payment }) => payment.id !== id));
  return { payments, sent, dismiss };
}
