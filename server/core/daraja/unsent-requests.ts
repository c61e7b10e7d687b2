// What may already have been sent when the database is an older one (MPESA-2): its outcome is unknown, and it is not sent
// again. Questions are asked again, about money that left at once: what M-PESA said of it since is not here.
type Ask = <Row>(text: string, params: readonly unknown[]) => Promise<Row[]>;

/** In the open transaction of a connection. The sender tells each request's handler. */
export async function leaveRequests(ask: Ask, now: Date): Promise<void> {
  const [level] = await ask<{ has_requests: boolean }>(
    "SELECT to_regclass('daraja_requests') IS NOT NULL AS has_requests",
    [],
  );
  // The database of an earlier release has none.
  if (level?.has_requests !== true) return;
  await ask(
    `UPDATE daraja_requests
        SET state = 'sending', sent_at = '-infinity', expires_at = $1, nonce_hash = sha256(uuid_send(gen_random_uuid()))
      WHERE state = 'queued' AND kind IN ('ask', 'pay_out', 'give_back')`,
    [now],
  );
  await ask(
    "UPDATE daraja_requests SET due_at = $1 WHERE state = 'queued' AND kind = 'check_conversation' AND due_at > $1",
    [now],
  );
}
