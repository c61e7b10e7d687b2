import { useTranslations } from "use-intl";
import { getMyFigures } from "#contract/opening.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { Facts } from "#web/ui/facts.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MyFiguresCard } from "./my-figures-card.tsx";

/** What came from the group's book for the member, and what was answered; nothing for who came otherwise. */
export function MyFiguresPart() {
  const text = useTranslations("figures");
  const { data, error, refetch } = useEndpoint(getMyFigures);
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-44" />;
  if (data.date === null) return null;
  if (data.answer === null) return <MyFiguresCard figures={data} />;
  return (
    <Card title={text("profileTitle")}>
      <p className="mb-2 text-muted">{text("asOf", { day: formatDay(data.date) })}</p>
      <Facts
        facts={[
          { label: text("savings"), value: <Money amount={data.savings} /> },
          { label: text("loans"), value: <Money amount={data.loans} /> },
          { label: text("fines"), value: <Money amount={data.fines} /> },
        ]}
      />
      <p className="mt-3 font-semibold">{text(`answers.${data.answer}`)}</p>
      {data.words !== null && (
        <p className="wrap-anywhere text-muted">{text("yourWords", { words: data.words })}</p>
      )}
    </Card>
  );
}
