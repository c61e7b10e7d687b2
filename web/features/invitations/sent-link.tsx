import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";

type SentLinkProps = {
  link: { url: string; expires_at: string };
  groupName: string;
  /** The office or person it is for. */
  forWhom: string | null;
};

/** The link of an invitation, which is shown this once: to copy, or to send by WhatsApp or SMS. */
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
