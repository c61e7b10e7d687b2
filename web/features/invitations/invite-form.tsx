import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { invite, type Invitation } from "#endpoints/invitations.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

const officeOf = {
  treasurer: "Treasurer",
  "sec-gen": "Sec-Gen",
  chairperson: "Chairperson",
} as const;
type Role = keyof typeof officeOf;

type Fields = { role: "" | Role; name: string; email: string; phone: string; reg_number: string };
const empty: Fields = { role: "", name: "", email: "", phone: "", reg_number: "" };
type Link = ReplyOf<typeof invite>["invitation"];

type InviteFormProps = {
  groupName: string;
  /** The office is fixed. */
  role?: Role;
  /** The invited person, filled in. */
  known?: Pick<Fields, "name" | "reg_number">;
};

/** Invites one person; every field may be empty, because the link can be sent by hand. */
export function InviteForm({ groupName, role, known }: InviteFormProps) {
  const text = useTranslations("invitations");
  const { offices } = useUiTexts();
  const send = useAction(invite);
  const form = useForm<Fields>({ defaultValues: { ...empty, ...known, role: role ?? "" } });
  const { errors } = form.formState;
  const [made, setMade] = useState<{ link: Link; forWhom: string | null } | null>(null);

  // The form that had the focus is gone.
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (made !== null) panel.current?.focus();
  }, [made]);

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await send.run({ body: { kind: "person", ...fields } });
    if (!outcome.ok) return showFieldErrors(form, outcome.error.errors);
    const office = fields.role === "" ? null : offices[officeOf[fields.role]];
    setMade({ link: outcome.reply.invitation, forWhom: fields.name.trim() || office });
    return form.reset({ ...empty, role: role ?? "" });
  });
  const field = (name: keyof Fields) => ({
    label: text(`fields.${name}`),
    error: errors[name]?.message,
    optional: true,
    ...form.register(name),
  });

  // An office has one holder: the page of invitations corrects one that was sent to the wrong person.
  if (made !== null && role !== undefined)
    return (
      <div ref={panel} tabIndex={-1} className="outline-none">
        <SentLink {...made} groupName={groupName} />
      </div>
    );
  return (
    <div className="space-y-4">
      <form
        noValidate
        aria-label={role === undefined ? text("invitePerson") : offices[officeOf[role]]}
        onSubmit={(event) => void submit(event)}
        className="grid gap-4 sm:grid-cols-2"
      >
        <TextField {...field("name")} autoComplete="off" />
        <TextField {...field("email")} type="email" autoComplete="off" help={text("emailHelp")} />
        <TextField {...field("phone")} type="tel" inputMode="numeric" autoComplete="off" />
        {role === undefined && (
          <>
            <TextField {...field("reg_number")} autoComplete="off" help={text("regNumberHelp")} />
            <SelectField
              {...field("role")}
              placeholder={text("noOffice")}
              options={Object.entries(officeOf).map(([value, office]) => ({
                value,
                label: offices[office],
              }))}
              help={text("officeHelp")}
            />
          </>
        )}
        <div className="flex items-end justify-end sm:col-span-2">
          <Button type="submit" busy={send.busy} className="w-full sm:w-auto">
            {role === undefined
              ? text("invitePerson")
              : text("inviteOffice", { office: offices[officeOf[role]] })}
          </Button>
        </div>
      </form>
      {made !== null && <SentLink {...made} groupName={groupName} />}
    </div>
  );
}

type SentLinkProps = {
  link: { url: string; expires_at: string };
  groupName: string;
  /** The office or person it is for. */
  forWhom: string | null;
  isShownAgain?: boolean;
};

/** The link of an invitation: to copy, or to send by WhatsApp or SMS. */
function SentLink({ link, groupName, forWhom, isShownAgain = false }: SentLinkProps) {
  const text = useTranslations("invitations");
  const moment = formatMomentAndTime(link.expires_at);
  return (
    <Alert
      tone="good"
      live
      title={forWhom === null ? text("ready") : text("readyFor", { whom: forWhom })}
    >
      <p className="font-mono text-sm [overflow-wrap:anywhere]">{link.url}</p>
      <p className="mt-1 text-sm text-muted">
        {isShownAgain ? text("until", { moment }) : text("once", { moment })}
      </p>
      <div className="mt-2 -ms-2 flex flex-wrap items-center gap-1 sm:gap-2">
        <CopyButton value={link.url} of={text("link")} />
        <SendLinks url={link.url} groupName={groupName} />
      </div>
    </Alert>
  );
}

type SendLinksProps = {
  url: string;
  groupName: string;
  /** The person's own number; without one WhatsApp asks whom to send it to. */
  phone?: string | null;
  /** The person, for screen readers. */
  of?: string;
};

/** Sends a link from this device, by WhatsApp or SMS. */
export function SendLinks({ url, groupName, phone = null, of }: SendLinksProps) {
  const text = useTranslations("invitations");
  const words = encodeURIComponent(text("message", { group: groupName, url }));
  // Beside Copy, on one line of a phone.
  const look = buttonClass("secondary", "px-2! text-sm");
  const whose = of === undefined ? null : <span className="sr-only">{` ${of}`}</span>;
  return (
    <>
      <a
        className={look}
        href={`https://wa.me/${(phone ?? "").replace("+", "")}?text=${words}`}
        target="_blank"
        rel="noreferrer"
      >
        {text("whatsapp")}
        {whose}
      </a>
      <a className={look} href={`sms:${phone ?? ""}?body=${words}`}>
        {text("sms")}
        {whose}
      </a>
    </>
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
  return (
    <Card title={text("groupTitle")}>
      <p className="mb-4 max-w-prose text-muted">{text("groupText")}</p>
      <div className="space-y-4">
        <Button
          variant="secondary"
          busy={renew.busy}
          onClick={() => void renew.run({ body: { kind: "group" } })}
        >
          {text(open === undefined ? "makeGroupLink" : "renewGroupLink")}
        </Button>
        {typeof open?.url === "string" && (
          <SentLink
            link={{ ...open, url: open.url }}
            groupName={groupName}
            forWhom={null}
            isShownAgain
          />
        )}
      </div>
    </Card>
  );
}
