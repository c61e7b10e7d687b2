// Meetings of a test's group, over HTTP.
import type { Json, TestGroup, TestMember } from "./test-group.ts";

type Called = { by: TestMember; body?: Json };

type Adopted = { id: number; at: number; movers: readonly [TestMember, TestMember] };

export function meetingsOf(group: TestGroup, chairperson: TestMember) {
  const post = async (by: TestMember, path: string, body: Json = {}): Promise<Json> => {
    const answer = await group.api("POST", path, { token: by.token, body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    /** Turns meetings on, with these settings. */
    turnOn: (settings: Json = {}) =>
      post(chairperson, "/api/group/settings/", { meetings: true, ...settings }),

    /** An ordinary meeting of today, unless the body says otherwise. */
    async call({ by, body = {} }: Called): Promise<Json> {
      const date = group.clock.now().toISOString().slice(0, 10);
      const called = { kind: "ordinary", date, place: "Kawangware", ...body };
      return (await post(by, "/api/meetings/", called)).meeting;
    },

    /** Called and opened. */
    async open(called: Called): Promise<Json> {
      const { id } = await this.call(called);
      return (await post(called.by, `/api/meetings/${id}/open/`)).meeting;
    },

    /** Marks people alike who were not marked. */
    mark: (by: TestMember, id: number, attendance: string, members: readonly TestMember[]) =>
      post(by, `/api/meetings/${id}/attendance/`, {
        marks: members.map(({ id: member_id }) => ({ member_id, attendance })),
      }),

    close: async (by: TestMember, id: number): Promise<Json> =>
      (await post(by, `/api/meetings/${id}/close/`)).meeting,

    /** What an official signs: the minutes as they are now, adopted at the later meeting. */
    async signature(
      by: TestMember,
      { id, at, movers: [proposer, seconder] }: Adopted,
    ): Promise<Json> {
      const { body } = await group.api("GET", `/api/meetings/${id}/`, { token: by.token });
      return {
        version_seen: body.meeting.version,
        at_meeting_id: at,
        proposed_by: proposer.id,
        seconded_by: seconder.id,
      };
    },

    /** Signed by each in turn; the second signature adopts. */
    async adopt(officials: readonly [TestMember, TestMember], adopted: Adopted): Promise<Json> {
      const body = await this.signature(officials[0], adopted);
      await post(officials[0], `/api/meetings/${adopted.id}/adopt/`, body);
      return (await post(officials[1], `/api/meetings/${adopted.id}/adopt/`, body)).meeting;
    },
  };
}
