import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Money } from "#web/ui/money.tsx";
import { MemberHead } from "./member-list.tsx";
import { loanBalance, memberName, settlementOffered } from "./member.ts";

export type SummaryDialog = "summary" | "recover" | "exit" | "clear" | "enter";

type MemberSummaryCardProps = {
  user: User;
  onOpen: (dialog: SummaryDialog) => void;
  /** Whether the reader enters payments in the member's name: the Treasurer and the Sec-Gen do. */
  mayEnter: boolean;
};

const words = { recover: "recover", exit: "exit", clear: "clear", cleared: "cleared" } as const;

/** A member's standing with the group, and how they may leave it (SCR-22, EXIT-12). */
export function MemberSummaryCard({ user, onOpen, mayEnter }: MemberSummaryCardProps) {
  const text = useTranslations("members");
  const settle = useTranslations("settlements");
  const name = memberName(user);
  const offered = settlementOffered(user);
  const forWhom = <span className="sr-only">{` ${name}`}</span>;

  return (
    <Card className="flex h-full flex-col">
      <MemberHead user={user} />
      <Facts
        facts={[
          { label: text("regNumber"), value: user.reg_number },
          { label: text("contributions"), value: <Money amount={user.total_contributions} /> },
          { label: text("loanBalance"), value: <Money amount={loanBalance(user)} /> },
          ...(user.bad_debt_outstanding > 0
            ? [
                {
                  label: text("badDebt"),
                  value: <Money amount={user.bad_debt_outstanding} className="text-bad" />,
                },
              ]
            : []),
        ]}
      />
      <div className="mt-auto grid grid-cols-2 gap-2 pt-4">
        <Button variant="secondary" className="px-1! text-sm" onClick={() => onOpen("summary")}>
          <span>
            {settle("summary")}
            {forWhom}
          </span>
        </Button>
        <Button
          variant="secondary"
          className="px-1! text-sm"
          disabled={offered.disabled}
          onClick={() => offered.action !== "cleared" && onOpen(offered.action)}
        >
          <span>
            {settle(words[offered.action])}
            {forWhom}
          </span>
        </Button>
        {mayEnter && (user.status === "active" || user.status === "dormant") && (
          <Button
            variant="secondary"
            className="col-span-2 px-1! text-sm"
            onClick={() => onOpen("enter")}
          >
            <span>
              {text("enterFor")}
              {forWhom}
            </span>
          </Button>
        )}
      </div>
    </Card>
  );
}
