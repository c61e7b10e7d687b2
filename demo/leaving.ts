// Who leaves the demo group: one owing a part of a loan, one paid out; and one who is made dormant.
import { nairobiDate } from "#domain/calendar.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { recoverBadDebt } from "#server/features/bad-debts/bad-debts.ts";
import { readSettlementFigures } from "#server/features/settlements/settlement-figures.ts";
import { settleMember } from "#server/features/settlements/settlements.actions.ts";
import { changesStatus } from "./joining.ts";
import type { Moments, Happening } from "./timeline.ts";

export function leaving({ inMonth }: Moments): Happening[] {
  return [
    clear("omondi.onyango", inMonth(8, 23, 15)),
    changesStatus("zawadi.mwamburi", inMonth(5, 14, 9), {
      action: "dormant",
      reason: "Works abroad for a year and will come back.",
    }),
    exit("ochieng.ogola", inMonth(5, 23, 16)),
    recover("ochieng.ogola", 6_000, inMonth(3, 19, 12)),
    recover("ochieng.ogola", 3_000, inMonth(1, 19, 12)),
  ];
}

function clear(username: string, at: Date): Happening {
  const deed = { who: "treasurer", right: "exits.settle", at, changesMembership: true } as const;
  return {
    at,
    happen: ({ act, idOf }) =>
      act(deed, (tx, by) =>
        settleMember(tx, by, { memberId: idOf(username), kind: "clear", seen: null }),
      ),
  };
}

/** With the figures that the official's screen shows. */
function exit(username: string, at: Date): Happening {
  const deed = { who: "chairperson", right: "exits.settle", at, changesMembership: true } as const;
  return {
    at,
    happen: ({ act, idOf }) =>
      act(deed, async (tx, by) => {
        const member = await lockMember(tx, idOf(username));
        const seen = await readSettlementFigures(tx, member, nairobiDate(at));
        return settleMember(tx, by, { memberId: member.id, kind: "exit", seen });
      }),
  };
}

function recover(username: string, kes: number, at: Date): Happening {
  const deed = { who: "treasurer", right: "bad-debts.recover", at } as const;
  const amountCents = BigInt(kes) * 100n;
  return {
    at,
    happen: ({ act, idOf }) =>
      act(deed, (tx, by) => recoverBadDebt(tx, by, { memberId: idOf(username), amountCents })),
  };
}
