// Objecting to what is proposed about an office, by a mailed link (MEM-44).
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { objectByLink, readObjectionLink } from "#endpoints/members.ts";
import { personName } from "#domain/members/person-name.ts";
import { type ApiError, callEndpoint } from "#web/api/call.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Form } from "#web/ui/form.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

type Proposed = ReplyOf<typeof readObjectionLink>;

/** Shows what is proposed, and sends the objection once; opening the page changes nothing. */
export function ObjectByLink({ token }: { token: string }) {
  const { data, error } = useQuery<Proposed, ApiError>({
    queryKey: [readObjectionLink.path, token],
    queryFn: () => callEndpoint(readObjectionLink, { body: { token } }),
    retry: false,
    staleTime: Infinity,
  });
  const [done, setDone] = useState<string | null>(null);
  if (done !== null)
    return (
      <Alert live tone="good">
        {done}
      </Alert>
    );
  if (error !== null)
    return (
      <Alert live tone="bad">
        {error.detail}
      </Alert>
    );
  if (data === undefined) return <Skeleton className="h-40" />;
  return (
    <div className="flex flex-col gap-4 text-start">
      <WhatIsProposed proposed={data} />
      <ObjectionForm token={token} onDone={setDone} />
    </div>
  );
}

function WhatIsProposed({ proposed }: { proposed: Proposed }) {
  const text = useTranslations("objecting");
  const { offices } = useUiTexts();
  const { kind, member, role, proposed_by: by, effective_at: counts } = proposed;
  const facts = { kind, name: personName(member), role: offices[role] };
  return (
    <div className="rounded-control border border-line p-3">
      <p className="font-semibold wrap-anywhere">{text("proposed", facts)}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {text("by", { by: personName(by), proposed: formatMomentAndTime(proposed.proposed_at) })}{" "}
        {counts === null
          ? text("needsAgreement")
          : text("counts", { counts: formatMomentAndTime(counts) })}
      </p>
      {proposed.own_item && <p className="text-sm">{text("own")}</p>}
    </div>
  );
}

function ObjectionForm({ token, onDone }: { token: string; onDone: (detail: string) => void }) {
  const text = useTranslations("objecting");
  const object = useAction(objectByLink);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: "" } });
  const submit = form.handleSubmit(async ({ reason }) => {
    const outcome = await object.run({ body: { token, reason } });
    if (outcome.ok) onDone(outcome.reply.detail);
    else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <Form onSubmit={submit}>
      <ReasonField
        control={form.control}
        name="reason"
        label={text("reason")}
        help={text("reasonHelp")}
        required={text("reasonRequired")}
      />
      <Button type="submit" variant="danger" busy={object.busy}>
        {text("object")}
      </Button>
    </Form>
  );
}
