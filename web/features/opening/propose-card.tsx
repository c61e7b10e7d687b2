import { useTranslations } from "use-intl";
import { formatKes } from "#domain/money.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { sumCents } from "#web/ui/sum-kes.ts";
import { hasErrors } from "./rehearsal-view.tsx";
import type { Rehearsal } from "./use-opening-rehearsal.ts";

type ProposeCardProps = {
  rehearsal: Rehearsal;
  /** A difference is there and no reason for it. */
  lacksReason: boolean;
  mayPropose: boolean;
  isBusy: boolean;
  onPropose: () => void;
};

/** What will happen, beside the button that does it; or why it cannot be pressed yet. */
export function ProposeCard(props: ProposeCardProps) {
  const { rehearsal, lacksReason, mayPropose, isBusy, onPropose } = props;
  const text = useTranslations("opening");
  const isRight = !hasErrors(rehearsal);
  return (
    <Card title={text("propose.title")}>
      <p aria-live="polite" className="max-w-prose">
        {!isRight
          ? text("propose.notReady")
          : lacksReason && mayPropose
            ? text("propose.reasonFirst")
            : text("propose.ready", {
                members: rehearsal.members,
                savings: formatKes(savingsOf(rehearsal)),
                day: formatDay(rehearsal.date),
              })}
      </p>
      {mayPropose ? (
        <Button
          className="mt-4 w-full sm:w-auto"
          busy={isBusy}
          disabled={!isRight || lacksReason}
          onClick={onPropose}
        >
          {text("propose.submit")}
        </Button>
      ) : (
        <p className="mt-2 text-muted">{text("onlyTreasurer")}</p>
      )}
    </Card>
  );
}

function savingsOf({ totals }: Rehearsal): bigint {
  const savings = totals.filter(({ account }) => account === "monthly_contribution");
  return sumCents(savings.map(({ credit }) => credit));
}
