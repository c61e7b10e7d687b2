import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { personName } from "#domain/members/person-name.ts";
import { confirmClaim, getClaims } from "#endpoints/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";

type Claim = ReplyOf<typeof getClaims>["claims"][number];

/** Who claims a name of the book and has not proven to be its person yet; nothing where nobody does (OPEN-57). */
export function WaitingClaims() {
  const text = useTranslations("opening.claims");
  const found = useEndpoint(getClaims);
  const [chosen, setChosen] = useState<Claim | null>(null);
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined || found.data.claims.length === 0) return null;
  return (
    <Card title={text("title")}>
      <p className="mb-4 max-w-prose text-muted">{text("text")}</p>
      <ul className="space-y-4">
        {found.data.claims.map((claim) => (
          <li key={claim.id} className="rounded-control border border-line p-3">
            <p className="font-semibold wrap-anywhere">{nameIn(claim)}</p>
            <p className="text-sm wrap-anywhere">
              {text("by", { phone: claim.phone, email: claim.email ?? "–" })}
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              {text("book", {
                phone: claim.book_phone ?? "–",
                email: claim.book_email ?? "–",
                moment: formatMomentAndTime(claim.claimed_at),
              })}
            </p>
            <p className="text-sm text-muted">
              {claim.confirmed_by.length === 0
                ? text(`proofs.${isUnreached(claim) ? "unreached" : claim.proof}`)
                : text("confirmedBy", { name: claim.confirmed_by.map(personName).join(", ") })}
            </p>
            {claim.own_item && <p className="text-sm text-waiting">{text("own")}</p>}
            {claim.may_confirm && (
              <Button className="mt-3" onClick={() => setChosen(claim)}>
                {text("confirm")}
                <span className="sr-only">{` ${nameIn(claim)}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Modal
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title={chosen === null ? "" : text("confirmTitle", { name: chosen.member.full_name })}
        width="small"
      >
        {chosen !== null && <ConfirmForm claim={chosen} onDone={() => setChosen(null)} />}
      </Modal>
    </Card>
  );
}

/** The official has met the claimant: two of them make the account the claimant's. */
function ConfirmForm({ claim, onDone }: { claim: Claim; onDone: () => void }) {
  const text = useTranslations("opening.claims");
  const confirm = useAction(confirmClaim);
  const { id, phone, email, member } = claim;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await confirm.run({ params: { id }, body: { phone_seen: phone } });
    if (outcome.ok) onDone();
  };
  return (
    <Form onSubmit={send}>
      <p>{text("confirmText", { name: personName(member), phone, email: email ?? "–" })}</p>
      <Button type="submit" busy={confirm.busy}>
        {text("confirm")}
      </Button>
    </Form>
  );
}

/** Officials may confirm it though a code or a link was to prove it. */
const isUnreached = ({ proof, may_confirm }: Claim) => proof !== "officials" && may_confirm;

function nameIn({ member }: Claim): string {
  return personName(member);
}
