import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { invite, type Invitation } from "#contract/invitations.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";

type SentLinkProps = {
  link: { url: string; expires_at: string };
  groupName: string;
  /** The office or person it is for. */
  forWhom: string | null;
};

/** The link of an invitation, shown this once: to copy, or to send by WhatsApp or SMS. */
export function SentLink({ link, groupName, forWhom }: SentLinkProps) {
  const text = useTranslations("invitations");
  const words = text("message", { group: groupName, url: link.url });
  return (
    <Alert
      tone="good"
      live
      title={forWhom === null ? text("ready") : text("readyFor", { whom: forWhom })}
    >
      <p className="font-mono text-sm [overflow-wrap:anywhere]">{link.url}</p>
      <p className="mt-1 text-sm text-muted">
        {text("once", { moment: formatMomentAndTime(link.expires_at) })}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <CopyButton value={link.url} of={text("link")} />
        <a
          className={buttonClass("secondary")}
          href={`https://wa.me/?text=${encodeURIComponent(words)}`}
          target="_blank"
          rel="noreferrer"
        >
          {text("whatsapp")}
        </a>
        <a className={buttonClass("secondary")} href={`sms:?body=${encodeURIComponent(words)}`}>
          {text("sms")}
        </a>
      </div>
    </Alert>
  );
}

/** The group's single link; a new one ends the earlier. */
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
