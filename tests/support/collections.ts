// Collections at meetings of a test's group, over HTTP.
import type { Bookkeeping } from "./founded-group.ts";
import type { Answer, Json, TestGroup, TestMember } from "./test-group.ts";

const APPROVALS = "/api/finances/collection-approval/";

export function collectionsOf(group: TestGroup, { treasurer, secGen }: Bookkeeping) {
  const post = (by: TestMember, path: string, body: Json): Promise<Answer> =>
    group.api("POST", path, { token: by.token, body });
  return {
    /** The answer to sending a sheet. */
    send: (by: TestMember, meetingId: number, body: Json): Promise<Answer> =>
      post(by, `/api/meetings/${meetingId}/collections/`, body),

    decide: (by: TestMember, id: number, body: Json): Promise<Answer> =>
      post(by, `${APPROVALS}${id}/`, body),

    /** Sent by the Treasurer; counted as the sheet has it unless `more` says otherwise. The collection. */
    async collect(meetingId: number, rows: readonly Json[], more: Json = {}): Promise<Json> {
      const counted = rows.reduce((sum, row) => sum + totalOf(row), 0);
      const { status, body } = await this.send(treasurer, meetingId, { rows, counted, ...more });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.collection;
    },

    /** By both offices, the Treasurer first. */
    async approve({ id, counted }: Json, by = [treasurer, secGen]): Promise<Json> {
      let collection: Json = {};
      for (const official of by) {
        const approved = { action: "approved", counted_seen: counted };
        const { status, body } = await this.decide(official, id, approved);
        if (status !== 200) throw new Error(JSON.stringify(body));
        collection = body.collection;
      }
      return collection;
    },

    /** Those that are open to an official's office. */
    async waiting(by: TestMember): Promise<Json[]> {
      return (await group.api("GET", APPROVALS, { token: by.token })).body.pending_approvals;
    },

    read: (by: TestMember, meetingId: number): Promise<Answer> =>
      group.api("GET", `/api/meetings/${meetingId}/collections/`, { token: by.token }),
  };
}

function totalOf({ contribution = 0, fines = 0, loans = [], funds = [] }: Json): number {
  return [...loans, ...funds].reduce(
    (sum: number, each: Json) => sum + each.amount,
    contribution + fines,
  );
}
