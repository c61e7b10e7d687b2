// The group's own keys for push (VAPID): made at the first start, the private one sealed.
import webPush from "web-push";
import type { Database } from "#server/db/connection.ts";
import type { SecretBox } from "#server/platform/secret-box.ts";
import type { VapidKeys } from "./push-service.ts";

const PURPOSE = "push key";

/** Of two servers that start together both get the keys of the first. */
export async function readPushKeys(db: Database, secrets: SecretBox): Promise<VapidKeys> {
  const stored = (await findKeys(db)) ?? (await makeKeys(db, secrets));
  const { private_key: bytes, is_sealed: isSealed } = stored;
  return {
    publicKey: stored.public_key,
    privateKey: secrets.open({ bytes, isSealed }, PURPOSE).toString("utf8"),
  };
}

function findKeys(db: Database) {
  return db.selectFrom("push_keys").selectAll().executeTakeFirst();
}

async function makeKeys(db: Database, secrets: SecretBox) {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const { bytes, isSealed } = secrets.seal(Buffer.from(privateKey), PURPOSE);
  await db
    .insertInto("push_keys")
    .values({ public_key: publicKey, private_key: bytes, is_sealed: isSealed })
    .onConflict((same) => same.doNothing())
    .execute();
  return db.selectFrom("push_keys").selectAll().executeTakeFirstOrThrow();
}
