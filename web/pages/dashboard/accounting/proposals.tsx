import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import {
  getProposals,
  agreeToProposal,
  refuseProposal,
  type Proposal,
} from "#endpoints/proposals.ts";
import { useAction } from "#web/api/use-action.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { ProposalsList, useProposalWords } from "#web/features/proposals/proposals-list.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { Facts } from "#web/ui/card.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

export function ProposalsPage() {
  const text = useTranslations("proposals");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="proposals.read" who="officials">
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("text")} />
      <Proposals />
    </OfficeOnly>
  );
}

ProposalsPage.loader = ((prefetch, { may }) => {
  if (may("proposals.read")) prefetch(getProposals);
}) satisfies PageLoader;

function Proposals() {
  const text = useTranslations("proposals");
  const navigate = useNavigate();
  const waiting = useEndpoint(getProposals);
  const [decidingOn, setDecidingOn] = useState<number | null>(null);
  const chosen = waiting.data?.proposals.find(({ id }) => id === decidingOn);
  const close = () => setDecidingOn(null);
  return (
    <>
      <ProposalsList
        proposals={waiting.data?.proposals}
        error={waiting.error?.detail}
        onRetry={() => void waiting.refetch()}
        onDecide={({ id }) => setDecidingOn(id)}
      />
      <Modal open={chosen !== undefined} onClose={close} title={text("dialog")}>
        {chosen && (
          <DecideProposalForm
            key={chosen.id}
            proposal={chosen}
            onDecided={close}
            onShowEntries={() => void navigate({ to: "/dashboard/accounting/entries" })}
          />
        )}
      </Modal>
    </>
  );
}

type Fields = { action: "" | "agree" | "refuse"; reason: string };

type DecideProposalFormProps = {
  proposal: Proposal;
  onDecided: () => void;
  onShowEntries: () => void;
};

/** Agrees to or refuses a proposal, with exact amounts next to the button (SCR-24). The proposer may take it back. */
function DecideProposalForm(props: DecideProposalFormProps) {
  const { proposal, onDecided, onShowEntries } = props;
  const text = useTranslations("proposals");
  const words = useProposalWords();
  const agree = useAction(agreeToProposal, {
    toastAction: (reply) =>
      reply.entry_id === null ? undefined : { label: text("viewJournal"), onPress: onShowEntries },
  });
  const refuse = useAction(refuseProposal);
  const form = useForm<Fields>({
    defaultValues: { action: proposal.may_agree ? "" : "refuse", reason: "" },
  });
  const { errors, isDirty } = form.formState;
  const action = useWatch({ control: form.control, name: "action" });
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus(proposal.may_agree ? "action" : "reason"));

  const submit = form.handleSubmit(async (fields) => {
    const params = { id: proposal.id };
    const outcome =
      fields.action === "agree"
        ? await agree.run({ params })
        : await refuse.run({ params, body: { reason: fields.reason } });
    if (outcome.ok) onDecided();
    else showFieldErrors(form, outcome.error.errors);
  });

  const amount = proposal.amount === null ? null : formatMoney(proposal.amount);
  const isFine = proposal.type === "fine" || proposal.kind === "fines";
  const summaries = {
    "": text("choose"),
    agree:
      amount === null
        ? text("agreeSetting")
        : proposal.kind === "unmatch"
          ? text("agreeUnmatch")
          : text(
              proposal.moves_funds
                ? "agreeFunds"
                : proposal.moves_cash
                  ? "agreeCash"
                  : isFine
                    ? "agreeFine"
                    : "agreeMoney",
              { amount },
            ),
    refuse: text("refuseSummary"),
  };
  return (
    <Form onSubmit={submit}>
      <div>
        {proposal.amount !== null && <Money amount={proposal.amount} size="hero" />}
        <Facts
          facts={[
            { label: words.kind(proposal), value: words.about(proposal) },
            ...(proposal.date === null
              ? []
              : [{ label: text("entryDate"), value: formatDay(proposal.date) }]),
            { label: text("proposedBy"), value: personName(proposal.proposed_by) },
            { label: text("proposedAt"), value: formatMomentAndTime(proposal.proposed_at) },
            ...(proposal.effective_at === null
              ? []
              : [{ label: text("countsAt"), value: formatMomentAndTime(proposal.effective_at) }]),
          ]}
        />
      </div>
      {proposal.may_agree && (
        <SelectField
          label={text("action")}
          placeholder={text("chooseAction")}
          options={[
            { value: "agree", label: text("agree") },
            { value: "refuse", label: text("refuse") },
          ]}
          error={errors.action?.message}
          {...form.register("action", { required: text("actionRequired") })}
        />
      )}
      {action === "refuse" && (
        <ReasonField
          control={form.control}
          name="reason"
          label={text("reason")}
          help={text("reasonHelp")}
          required={text("reasonRequired")}
        />
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p aria-live="polite" className="text-sm font-semibold">
          {unbroken(summaries[action])}
        </p>
        <Button
          type="submit"
          variant={action === "refuse" ? "danger" : "primary"}
          busy={agree.busy || refuse.busy}
          className="sm:self-end"
        >
          {action === "agree" && amount !== null
            ? text("submitAgree", { amount })
            : text(action === "" ? "submit" : action)}
        </Button>
      </div>
    </Form>
  );
}
