// Approves a list of payments (PAY-18), and the parts of one sum (PAY-35).
import { kindsInLockOrder } from "#domain/payments/payment-kinds.ts";
import { approveMany, approveTogether } from "#contract/approvals.ts";
import type { SeenItem } from "#contract/money-fields.ts";
import { toKes } from "#domain/money.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import { decideAllPayments, decidePayments } from "#server/core/approvals/decide-payments.ts";
import type { Routes } from "#server/http/endpoint-route.ts";

export function approvalRoutes(routes: Routes): void {
  approvingTogether(routes);
  routes.write(approveMany, async (tx, { body, ...by }) => {
    const requested = eachOnce(body.items).map(({ id, amount_seen }) => ({
      by,
      decision: {
        id,
        action: body.action,
        reason: null,
        amountSeenCents: amount_seen,
        needsConfirmation: body.evidence === "confirmed",
        isOneOfMany: true,
      },
    }));
    const outcomes = await decidePayments(tx, body.kind, requested);
    const approved: number[] = [];
    const refused: { id: number; detail: string }[] = [];
    let totalCents = 0n;
    for (const { id, payment, refusal } of outcomes) {
      if (refusal !== null) {
        refused.push({ id, detail: sayRefusal(by.t, refusal) });
        continue;
      }
      approved.push(id);
      totalCents += payment.amount_cents;
    }
    const detail = by.t("done.approvals.many", {
      count: approved.length,
      total: totalCents,
      refused: refused.length,
    });
    return { detail, approved, refused, total: toKes(totalCents) };
  });
}

function approvingTogether(routes: Routes): void {
  routes.write(approveTogether, async (tx, { body, ...by }) => {
    for (const kind of kindsInLockOrder) {
      const requested = body.items
        .filter((item) => item.kind === kind)
        .map(({ id, amount_seen }) => ({
          by,
          decision: {
            id,
            action: "approved" as const,
            reason: null,
            approveReason: body.approve_reason ?? null,
            amountSeenCents: amount_seen,
            isOneOfMany: true,
          },
        }));
      if (requested.length > 0) await decideAllPayments(tx, kind, requested);
    }
    const total = body.items.reduce((sum, { amount_seen }) => sum + amount_seen, 0n);
    const detail = by.t("done.approvals.many", { count: body.items.length, total, refused: 0 });
    return { detail, total: toKes(total) };
  });
}

/** A repeated id counts once, as it first appeared. */
function eachOnce(items: readonly SeenItem[]): SeenItem[] {
  const byId = new Map<number, SeenItem>();
  for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return [...byId.values()];
}
