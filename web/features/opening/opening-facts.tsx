import { useTranslations } from "use-intl";
import type { Opening } from "#contract/opening.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { Facts } from "#web/ui/facts.tsx";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** What a proposed or accepted sheet says in all, with the difference and its reason in view where there is one. */
export function OpeningFacts({ opening }: { opening: Opening }) {
  const text = useTranslations("opening.one");
  const about = useTranslations("opening.difference");
  const { offices } = useUiTexts();
  const { proposed, accepted, difference, difference_reason: reason } = opening;
  return (
    <div className="space-y-4">
      <div>
        <p className="text-sm text-muted">{text("savings")}</p>
        <Money amount={opening.total_savings} size="large" />
      </div>
      {difference !== 0 && (
        <Alert
          tone="waiting"
          title={about("accept", { amount: formatMoney(Math.abs(difference)) })}
        >
          <p>
            {about(difference > 0 ? "debitMore" : "creditMore", {
              amount: formatMoney(Math.abs(difference)),
            })}
          </p>
          {reason !== null && (
            <p className="mt-1 font-semibold wrap-anywhere">{about("reason", { reason })}</p>
          )}
        </Alert>
      )}
      <Facts
        facts={[
          { label: text("day"), value: formatDay(opening.date) },
          { label: text("members"), value: opening.members },
          { label: text("loans"), value: opening.loans },
          {
            label: text("proposedBy"),
            value: text("by", {
              name: proposed.by.full_name,
              moment: formatMomentAndTime(proposed.at),
            }),
          },
          ...(accepted === null
            ? []
            : [
                {
                  label: text("acceptedBy"),
                  value: text("byOffice", {
                    office: offices[accepted.office],
                    name: accepted.by.full_name,
                    moment: formatMomentAndTime(accepted.at),
                  }),
                },
              ]),
        ]}
      />
    </div>
  );
}
