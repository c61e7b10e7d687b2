import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { getNoticeChoices } from "#endpoints/notices.ts";
import { getWords } from "#endpoints/words.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { WordForm } from "#web/features/notices/word-form.tsx";
import { WordsList } from "#web/features/notices/words-list.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPageSearch } from "#web/pages/search.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "#web/pages/dashboard/page-frame.tsx";

const route = getRouteApi("/dashboard/accounting/messages/words");
const pageSize = 10;

const wordsIn = ({ page = 1 }: ReturnType<typeof readPageSearch>) => ({
  query: { page, page_size: pageSize },
});

/** The Chairperson's words to members, also those that wait for a second official (NOTE-7). */
export function WordsPage() {
  const text = useTranslations("notices.words");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="words.agree" who="officials">
      <BackLink to="/dashboard/accounting/messages">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("text")} />
      <Words />
    </OfficeOnly>
  );
}

WordsPage.loader = ((prefetch, { may, search }) => {
  if (may("words.agree")) prefetch(getWords, wordsIn(search));
  if (may("words.write")) prefetch(getNoticeChoices);
}) satisfies PageLoader<typeof readPageSearch>;

function Words() {
  const text = useTranslations("notices.words");
  const { may } = useMember();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useEndpoint(getWords, wordsIn({ page }));
  return (
    <div className="space-y-6">
      {may("words.write") && <Writing />}
      <section aria-labelledby="words-so-far" className="space-y-3">
        <h2 id="words-so-far" className="text-xl">
          {text("soFar")}
        </h2>
        {found.isError ? (
          <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
        ) : (
          <>
            <WordsList words={found.data?.words} />
            <Paging
              page={page}
              pageSize={pageSize}
              count={found.data?.count ?? 0}
              onPage={(next) => void navigate({ search: { page: next } })}
            />
          </>
        )}
      </section>
    </div>
  );
}

/** The form, empty again after each word that was sent. */
function Writing() {
  const text = useTranslations("notices.words");
  const choices = useEndpoint(getNoticeChoices);
  const [isSent, setIsSent] = useState(false);
  // After sending, the form and its draft are removed before a new form looks for a draft.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the next form must not be drawn with the one that goes.
    if (isSent) setIsSent(false);
  }, [isSent]);
  return (
    <Card title={text("write")}>
      {choices.isError ? (
        <LoadProblem detail={choices.error.detail} onRetry={() => void choices.refetch()} />
      ) : choices.data === undefined || isSent ? (
        <Skeleton className="h-96" />
      ) : (
        <WordForm channels={choices.data.channels} onSent={() => setIsSent(true)} />
      )}
    </Card>
  );
}
