import { useState } from "react";
import { useTranslations } from "use-intl";
import { answerMyFigures, type getMyFigures } from "#contract/opening.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { unbroken } from "#web/ui/unbroken.tsx";
import { NoForm } from "./no-form.tsx";

type MyFigures = Pick<ReplyOf<typeof getMyFigures>, "detail">;

/** What the group's book says of the member, asked about once: is that right? (OPEN-57) */
export function MyFiguresCard({ figures }: { figures: MyFigures }) {
  const text = useTranslations("figures");
  const answer = useAction(answerMyFigures);
  const [isNo, setIsNo] = useState(false);
  return (
    <Card title={text("title")} className="border-brand!">
      <p className="max-w-prose text-lg">{unbroken(figures.detail)}</p>
      {isNo ? (
        <NoForm onBack={() => setIsNo(false)} />
      ) : (
        <div className="mt-4 flex flex-col gap-3 sm:flex-row">
          <Button busy={answer.busy} onClick={() => void answer.run({ body: { answer: "yes" } })}>
            {text("yes")}
          </Button>
          <Button variant="secondary" onClick={() => setIsNo(true)}>
            {text("no")}
          </Button>
        </div>
      )}
    </Card>
  );
}
