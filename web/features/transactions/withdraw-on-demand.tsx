import { loadWords } from "#web/messages/words.ts";
import { onDemand } from "#web/ui/on-demand.tsx";
import type { WithdrawProps } from "./withdraw.tsx";

/** With its words. */
export const WithdrawOnDemand = onDemand<WithdrawProps>("withdraw", async () => {
  const [part] = await Promise.all([import("./withdraw.tsx"), loadWords("paying")]);
  return part.Withdraw;
});
