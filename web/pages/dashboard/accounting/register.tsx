import { getRouteApi } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import { personName } from "#domain/members/person-name.ts";
import { exportRegister, getRegister } from "#endpoints/register.ts";
import { fetchFile, useSaveFile } from "#web/api/files.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/report-document.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readRegisterSearch } from "#web/pages/search.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type Column, DataTable } from "#web/ui/data-table.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { BooksPage } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/register");
const pageSize = 25;

type Search = ReturnType<typeof readRegisterSearch>;

const wanted = ({ date, page = 1 }: Search) => ({
  query: { ...(date === undefined ? {} : { date }), page, page_size: pageSize },
});

/** Who was a member at the end of a day, and who held which office on it (MEET-12). */
export function RegisterPage() {
  const text = useTranslations("register");
  return (
    <BooksPage title={text("title")}>
      <Register />
    </BooksPage>
  );
}

RegisterPage.loader = ((prefetch, { may, search }) => {
  if (may("reports.read")) prefetch(getRegister, wanted(search));
}) satisfies PageLoader<typeof readRegisterSearch>;

function Register() {
  const text = useTranslations("register");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { date = today(), page = 1 } = search;
  const { data, error, refetch } = useEndpoint(getRegister, wanted(search));
  const csv = useSaveFile(() => fetchFile(exportRegister, { query: { date } }));
  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={text("subtitle")}
        actions={
          <>
            <DownloadPdf requested={{ report: "register", date }} />
            <Button
              data-print="never"
              variant="secondary"
              icon={<FileSpreadsheet aria-hidden />}
              busy={csv.isSaving}
              onClick={() => csv.save()}
            >
              {text("csv")}
            </Button>
          </>
        }
      />
      <div className="space-y-4 md:space-y-6">
        <Card>
          <DayForm key={date} />
        </Card>
        {error !== null ? (
          <LoadProblem detail={error.detail} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton className="h-80" />
        ) : data.count === 0 ? (
          <EmptyState title={text("none")} hint={text("noneHint")} />
        ) : (
          <>
            <Bearers register={data} />
            <Members
              register={data}
              page={page}
              onPage={(next) => void navigate({ search: { ...search, page: next } })}
            />
          </>
        )}
      </div>
    </>
  );
}

type Reply = ReplyOf<typeof getRegister>;

function Bearers({ register }: { register: Reply }) {
  const text = useTranslations("register");
  const { offices } = useUiTexts();
  return (
    <Card title={text("offices")}>
      {register.office_bearers.length === 0 ? (
        <p className="text-muted">{text("nobody")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {register.office_bearers.map(({ member, office, from, until }) => (
            <li
              key={`${member.id} ${office} ${from}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
            >
              <span className="wrap-anywhere">
                <strong>{offices[office]}</strong> {personName(member)}
              </span>
              <span className="text-sm text-muted">
                {until === null
                  ? text("since", { from: formatDay(from) })
                  : text("between", { from: formatDay(from), until: formatDay(until) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type Row = Reply["members"][number];

type MembersProps = { register: Reply; page: number; onPage: (page: number) => void };

function Members({ register, page, onPage }: MembersProps) {
  const text = useTranslations("register");
  const { offices } = useUiTexts();
  const hasContacts = register.members.some(({ phone }) => phone !== undefined);
  const columns: readonly Column<Row>[] = [
    {
      key: "name",
      title: text("name"),
      rowHeader: true,
      slot: "lead",
      cell: ({ member }) => member.full_name,
    },
    {
      key: "regNo",
      title: text("regNo"),
      slot: "side",
      cell: ({ member }) => member.reg_number,
    },
    { key: "joined", title: text("joined"), cell: (row) => formatDay(row.joined_on) },
    {
      key: "office",
      title: text("office"),
      cell: ({ office }) => (office === null ? "–" : offices[office]),
    },
    ...(hasContacts
      ? ([
          { key: "phone", title: text("phone"), cell: ({ phone }) => phone ?? "–" },
          { key: "email", title: text("email"), cell: ({ email }) => email ?? "–" },
        ] satisfies Column<Row>[])
      : []),
  ];
  return (
    <section className="space-y-3">
      <h2 className="text-lg">
        {text("count", { count: register.count, date: formatDay(register.date) })}
      </h2>
      <DataTable
        caption={text("members")}
        captionHidden
        columns={columns}
        rows={register.members}
        rowKey={({ member }) => member.id}
        empty={null}
        paging={{ page, pageSize, count: register.count, onPage }}
      />
    </section>
  );
}

function DayForm() {
  const text = useTranslations("register");
  const texts = useUiTexts();
  const navigate = route.useNavigate();
  const { date = today() } = route.useSearch();
  const [typed, setTyped] = useState<string>(date);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = parsePlainDate(typed);
    const isRight = chosen !== null && chosen <= today();
    setIsWrong(!isRight);
    if (isRight) void navigate({ search: { date: chosen }, replace: true, resetScroll: false });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <DateField
        className="flex-1 basis-40 md:max-w-52"
        label={text("day")}
        name="date"
        max={today()}
        value={typed}
        error={isWrong ? text("dayRequired") : undefined}
        onValueChange={setTyped}
      />
      <Button type="submit" variant="secondary">
        {texts.show}
      </Button>
    </form>
  );
}
