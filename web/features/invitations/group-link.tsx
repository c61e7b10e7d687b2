import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { invite, type Invitation } from "#contract/invitations.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { SentLink } from "./sent-link.tsx";

/** The one link of the group; a new one ends the earlier. */
export function GroupLink({
  groupName,
  open,
}: {
  groupName: string;
  open: Invitation | undefined;
}) {
  const text = useTranslations("invitations");
  const renew = useAction(invite);
  const [link, setLink] = useState<ReplyOf<typeof invite>["invitation"] | null>(null);
  const make = async () => {
    const outcome = await renew.run({ body: { kind: "group" } });
    if (outcome.ok) setLink(outcome.reply.invitation);
  };
  return (
    <Card title={text("groupTitle")}>
      <p className="mb-4 max-w-prose text-muted">{text("groupText")}</p>
      <div className="space-y-4">
        <Button variant="secondary" busy={renew.busy} onClick={() => void make()}>
          {text(open === undefined ? "makeGroupLink" : "renewGroupLink")}
        </Button>
        {link !== null && link.id === open?.id && (
          <SentLink link={link} groupName={groupName} forWhom={null} />
        )}
      </div>
    </Card>
  );
}
