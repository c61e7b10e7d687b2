import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { whyNotHandOverReset } from "#domain/members/account-proof.ts";
import { memberFacts, whyNoFine } from "#domain/members/member-status.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { MemberHead } from "./member-list.tsx";
import { memberName } from "./member.tsx";
import { NameWarning } from "./name-warning.tsx";

export type MemberDialog = "role" | "fine" | "status" | "two-step" | "phone" | "account" | "reset";

type MemberCardProps = {
  user: User;
  onOpen: (dialog: MemberDialog) => void;
  /** One's own card: it does not offer what the profile does. */
  isOwn: boolean;
  /** The office that is proposed for them, if any. */
  proposed?: ReactNode;
  /** For approving several together; left out if there is nothing to approve. */
  tick?: { isTicked: boolean; onTick: () => void } | undefined;
};

/** One member as the Chairperson sees them (SCR-21): name, office, status, and what can be changed. */
export function MemberCard({ user, onOpen, isOwn, proposed, tick }: MemberCardProps) {
  const text = useTranslations("members");
  const { offices } = useUiTexts();
  const name = memberName(user);
  const role = user.user_groups[0];
  const forWhom = <span className="sr-only">{` ${name}`}</span>;
  const handedOver = {
    isProven: user.is_active && user.unproven === undefined,
    readsMail: user.proof !== "by-hand",
    hasOffice: role !== undefined || proposed !== undefined,
  };
  const mayHandOver = whyNotHandOverReset(handedOver, { isOwn }) === null;

  return (
    <Card className="flex h-full flex-col">
      <MemberHead
        user={user}
        aside={
          tick && (
            <label className="flex size-11 flex-none items-center justify-center">
              <input
                type="checkbox"
                className="size-5 accent-brand"
                aria-label={text("several.tick", { name })}
                checked={tick.isTicked}
                onChange={tick.onTick}
              />
            </label>
          )
        }
      />
      <Facts
        facts={[
          { label: text("id"), value: user.id },
          { label: text("regNumber"), value: user.reg_number },
          { label: text("role"), value: role === undefined ? text("member") : offices[role] },
          ...(user.pending_phone === undefined
            ? []
            : [{ label: text("waitingPhone"), value: user.pending_phone }]),
        ]}
      />
      <NameWarning user={user} />
      {proposed !== undefined && <div className="mt-3">{proposed}</div>}
      <div className="mt-auto grid grid-cols-2 gap-2 pt-4">
        <Button
          variant="secondary"
          className="px-1! text-sm"
          // One office is proposed at a time: the other proposal must end first.
          disabled={proposed !== undefined}
          onClick={() => onOpen("role")}
        >
          <span>
            {text(role === undefined ? "assignRole" : "removeRole")}
            {forWhom}
          </span>
        </Button>
        <Button
          variant="secondary"
          className="px-1! text-sm"
          disabled={whyNoFine(memberFacts(user)) !== null}
          onClick={() => onOpen("fine")}
        >
          <span>
            {text("fineMember")}
            {forWhom}
          </span>
        </Button>
        <Button
          variant="secondary"
          className="col-span-2 px-1! text-sm"
          onClick={() => onOpen("status")}
        >
          <span>
            {text("changeStatus")}
            {forWhom}
          </span>
        </Button>
        {user.pending_phone !== undefined && (
          <Button className="col-span-2 px-1! text-sm" onClick={() => onOpen("phone")}>
            <span>
              {text("confirmPhone")}
              {forWhom}
            </span>
          </Button>
        )}
        {user.proof === "waits" && (
          <Button className="col-span-2 px-1! text-sm" onClick={() => onOpen("account")}>
            <span>
              {text("confirmAccount")}
              {forWhom}
            </span>
          </Button>
        )}
        {mayHandOver && (
          <Button
            variant="quiet"
            className="col-span-2 px-1! text-sm"
            onClick={() => onOpen("reset")}
          >
            <span>
              {text("handOverReset")}
              {forWhom}
            </span>
          </Button>
        )}
        {user.two_step === "on" && !isOwn && (
          <Button
            variant="quiet"
            className="col-span-2 px-1! text-sm"
            onClick={() => onOpen("two-step")}
          >
            <span>
              {text("resetTwoStep")}
              {forWhom}
            </span>
          </Button>
        )}
      </div>
    </Card>
  );
}
