// Pay now above the form by hand, where M-PESA asks phones (ASK-1); otherwise nothing.
import { getMpesa } from "#endpoints/mpesa.ts";
import { isReachable } from "#web/api/connection.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import type { PayNowCardProps } from "#web/features/mpesa/pay-now-card.tsx";
import { loadWords } from "#web/messages/words.ts";
import { onDemand } from "#web/ui/on-demand.tsx";

const Card = onDemand<PayNowCardProps>("pay-now", async () => {
  const [part] = await Promise.all([
    import("#web/features/mpesa/pay-now-card.tsx"),
    loadWords("mpesa"),
  ]);
  return part.PayNowCard;
});

/**
 * Whose phone can be asked to pay; undefined until that is known. Null without a network, where the form by hand stores
 * what is typed.
 */
export function usePhone(enabled: boolean): string | null | undefined {
  const { data, isPending } = useEndpoint(getMpesa, { enabled, figuresOnly: true });
  if (isPending) return undefined;
  return data?.asks && isReachable() ? data.phone : null;
}

/** `phone` is that of `usePhone`. */
export function PayNow(
  card: Omit<PayNowCardProps, "phone"> & { phone: string | null | undefined },
) {
  const { phone } = card;
  return phone ? <Card {...card} phone={phone} /> : null;
}
