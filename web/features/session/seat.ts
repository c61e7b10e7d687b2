// An auditor's session: a person who is no member (MEM-40), shown as one who may only read.
import type { getOwnSeat } from "#contract/auditors.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getUserData } from "#contract/members.ts";

const SEAT_KEY = "auditor_seat";

/** Ends with the session, which clears local storage. */
export function rememberSeat(): void {
  localStorage.setItem(SEAT_KEY, "1");
}

/** Whether the session of this browser is an auditor's. */
export function hasSeat(): boolean {
  return localStorage.getItem(SEAT_KEY) !== null;
}

/** The auditor in place of a member, with a negative id that no member has. */
export function userOfSeat({ id, name }: ReplyOf<typeof getOwnSeat>): ReplyOf<typeof getUserData> {
  return {
    id: -id,
    username: name,
    first_name: name,
    last_name: "",
    email: "",
    phone: "",
    photo: null,
    reg_number: "",
    user_groups: [],
    status: "active",
    is_active: true,
    has_cleared: false,
    loans: [],
    total_contributions: 0,
    bad_debt_outstanding: 0,
    device_key: "",
    pay_to: [],
  };
}
