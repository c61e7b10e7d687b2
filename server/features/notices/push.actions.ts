// Browsers that let themselves be notified (NOTE-3).
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { subscribeToPush, unsubscribeFromPush } from "#contract/notices.ts";
import { refuse } from "#domain/refusal.ts";
import { isPushEndpoint } from "#server/core/notices/push/push-endpoint.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

/** Of one member; another one pushes the oldest out. */
const BROWSERS_MOST = 10;
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/** A browser tells whoever signed in there last. Refuses an address that is no push service's, and keys that are none. */
export async function subscribe(
  tx: Tx,
  { actor, now, body, t }: SignedInRequest<unknown, BodyOf<typeof subscribeToPush>>,
  { admitsLoopback }: { admitsLoopback: boolean },
): Promise<ReplyOf<typeof subscribeToPush>> {
  const { endpoint, keys } = body.subscription;
  const areKeys = isBytes(keys.p256dh, POINT_BYTES) && isBytes(keys.auth, SECRET_BYTES);
  if (!areKeys || !isPushEndpoint(endpoint, { admitsLoopback }))
    throw refuse("push-endpoint-refused").at("subscription");
  const columns = { member_id: actor.id, ...keys, created_at: now };
  await tx
    .insertInto("push_subscriptions")
    .values({ endpoint, ...columns })
    .onConflict((same) => same.column("endpoint").doUpdateSet(columns))
    .execute();
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", actor.id)
    .where("id", "not in", (own) =>
      own
        .selectFrom("push_subscriptions")
        .select("id")
        .where("member_id", "=", actor.id)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(BROWSERS_MOST),
    )
    .execute();
  return { detail: t("done.notices.subscribed") };
}

/** One's own; of another's, or of none, the answer is the same. */
export async function unsubscribe(
  tx: Tx,
  { actor, body, t }: SignedInRequest<unknown, BodyOf<typeof unsubscribeFromPush>>,
): Promise<ReplyOf<typeof unsubscribeFromPush>> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("endpoint", "=", body.endpoint)
    .where("member_id", "=", actor.id)
    .execute();
  return { detail: t("done.notices.unsubscribed") };
}

function isBytes(text: string, length: number): boolean {
  return /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, "base64url").length === length;
}
