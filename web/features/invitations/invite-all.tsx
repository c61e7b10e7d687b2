import { Printer } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { inviteAll, listHanded } from "#endpoints/invitations.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { formatDay, formatMomentAndTime, today } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { SendLinks } from "./invite-form.tsx";

type Handed = ReplyOf<typeof listHanded>["invitations"][number];

/**
 * Invites everybody in the group's book with one press, and lists the links that are left to hand over (OPEN-63). Shows
 * nothing once there is nobody to invite: the page waits for the answer before it opens.
 */
export function InviteAll({ groupName }: { groupName: string }) {
  const text = useTranslations("inviteAll");
  const send = useAction(inviteAll);
  const { data, error, isError, refetch } = useEndpoint(listHanded);
  const [isPrinting, setPrinting] = useState(false);
  if (isError)
    return (
      <Card title={text("title")}>
        <LoadProblem detail={error.detail} onRetry={() => void refetch()} />
      </Card>
    );
  if (data === undefined || (data.left === 0 && data.invitations.length === 0)) return null;
  const { left, invitations } = data;
  return (
    <Card title={text("title")}>
      <p className="mb-4 max-w-prose text-muted">{text("text")}</p>
      <div className="flex flex-wrap gap-2">
        {left > 0 && (
          <Button busy={send.busy} onClick={() => void send.run({})}>
            {text("invite", { count: left })}
          </Button>
        )}
        {invitations.length > 0 && (
          <Button
            variant="secondary"
            icon={<Printer aria-hidden />}
            onClick={() => setPrinting(true)}
          >
            {text("print")}
          </Button>
        )}
      </div>
      {invitations.length > 0 && <HandedLinks invitations={invitations} groupName={groupName} />}
      <Modal
        open={isPrinting}
        onClose={() => setPrinting(false)}
        title={text("sheetTitle")}
        width="wide"
      >
        <Slips invitations={invitations} groupName={groupName} />
      </Modal>
    </Card>
  );
}

type LinksProps = { invitations: readonly Handed[]; groupName: string };

function HandedLinks({ invitations, groupName }: LinksProps) {
  const text = useTranslations("inviteAll");
  return (
    <section aria-label={text("listTitle")} className="mt-6">
      <h3 className="font-semibold">{text("listTitle")}</h3>
      <ul className="divide-y divide-line">
        {invitations.map(({ id, member, phone, url, expires_at: until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-semibold [overflow-wrap:anywhere]">{member.full_name}</p>
              <p className="text-sm text-muted">
                {[member.reg_number, phone, text("until", { moment: formatMomentAndTime(until) })]
                  .filter((fact) => fact !== null)
                  .join(" · ")}
              </p>
            </div>
            <div className="-ms-2 flex flex-wrap items-center gap-1 sm:gap-2">
              <CopyButton value={url} of={text("linkOf", { name: member.full_name })} />
              <SendLinks url={url} groupName={groupName} phone={phone} of={member.full_name} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sheet to cut into slips, one for each member. */
function Slips({ invitations, groupName }: LinksProps) {
  const text = useTranslations("inviteAll");
  return (
    <PrintView group={groupName} title={text("sheetTitle")} printedOn={formatDay(today())}>
      <ul className="grid sm:grid-cols-2 print:grid-cols-2">
        {invitations.map(({ id, member, url, expires_at: until }) => (
          <li
            key={id}
            className="flex break-inside-avoid gap-3 border border-dashed border-edge p-3"
          >
            <QrCode
              text={url}
              label={text("linkOf", { name: member.full_name })}
              className="size-28 flex-none"
            />
            <div className="min-w-0">
              <p className="font-semibold [overflow-wrap:anywhere]">{member.full_name}</p>
              <p>{member.reg_number}</p>
              <p className="mt-1 text-sm">{text("slip", { group: groupName })}</p>
              <p className="mt-1 font-mono text-xs [overflow-wrap:anywhere]">{url}</p>
              <p className="mt-1 text-sm">
                {text("until", { moment: formatMomentAndTime(until) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </PrintView>
  );
}
