// What the first view shows of the answers that the device stores.
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { getSettings } from "#endpoints/group.ts";
import { getUserData } from "#endpoints/members.ts";
import { getBalanceSheet } from "#endpoints/reports.ts";
import { nairobiDate } from "#domain/nairobi-time.ts";
import type { StoredAnswer } from "#web/api/stored/device-store.ts";
import { accountValue, type AccountValue } from "#web/features/home/account-value.ts";

type FirstFigures = {
  username: string;
  account: AccountValue;
  /** When the oldest of the answers arrived, in milliseconds. */
  at: number;
};

type Stored<E extends Endpoint> = (StoredAnswer & { reply: ReplyOf<E> }) | undefined;

/**
 * The account value that home shows first, as of `now`. Null if an answer is missing, and for members whose home begins
 * with something else: it would push the figure down.
 */
export function firstFigures(answers: readonly StoredAnswer[], now: Date): FirstFigures | null {
  const find = (path: string, query: object = {}) => {
    const key = JSON.stringify([path, null, query]);
    return answers.find((each) => each.key === key);
  };
  const user = find(getUserData.path) as Stored<typeof getUserData>;
  const settings = find(getSettings.path) as Stored<typeof getSettings>;
  const day = { date: nairobiDate(now) };
  const sheet = find(getBalanceSheet.path, day) as Stored<typeof getBalanceSheet>;
  if (user === undefined || settings === undefined || sheet === undefined) return null;
  const { id, username, status, two_step, asks_figures, left_to_do, total_contributions } =
    user.reply;
  const beginsOtherwise =
    status !== "active" ||
    two_step === "missing" ||
    asks_figures === true ||
    left_to_do !== undefined;
  if (beginsOtherwise) return null;
  const shares = sheet.reply.users_shared_interest_data;
  const whole = shares.find(({ member }) => member.id === id)?.balance ?? 0;
  const share = { whole, percent: settings.reply.interest_share };
  return {
    username,
    account: accountValue({ paid: total_contributions, share }),
    at: Math.min(user.at, settings.at, sheet.at),
  };
}
