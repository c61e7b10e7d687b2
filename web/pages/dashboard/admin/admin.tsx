import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { AuditorsCard } from "#web/features/auditors/auditors-card.tsx";
import { BooksCard } from "#web/features/health/books-card.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { ProposedOffices } from "../proposed-offices.tsx";

export function AdminPage() {
  const text = useTranslations("members");
  const cards = useTranslations("cards");
  const invitations = useTranslations("invitations");
  useDashboardTitle(text("title"));

  const areas = [
    { to: "/dashboard/admin/directors", title: text("directors"), about: text("directorsText") },
    {
      to: "/dashboard/admin/member-summaries",
      title: text("summaries"),
      about: text("summariesText"),
    },
    { to: "/dashboard/admin/commoners", title: text("commoners"), about: text("commonersText") },
    {
      to: "/dashboard/admin/invitations",
      title: invitations("title"),
      about: invitations("text"),
    },
    {
      to: "/dashboard/admin/settings",
      title: cards("settings.title"),
      about: cards("settings.text"),
    },
    { to: "/dashboard/admin/audit", title: cards("audit.title"), about: cards("audit.text") },
  ] as const;

  return (
    <OfficeOnly needs="members.manage" who="chairperson">
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {areas.map((area) => (
          <Card key={area.to} title={area.title} className="flex flex-col">
            <p className="mb-4 text-muted">{area.about}</p>
            <Link
              to={area.to}
              className={buttonClass("secondary", "mt-auto w-full md:w-auto md:self-start")}
            >
              {text("open")}
              <span className="sr-only">{` ${area.title}`}</span>
            </Link>
          </Card>
        ))}
      </div>
      <div className="mt-4 space-y-4">
        <AuditorsCard />
        <ProposedOffices />
        <BooksCard />
      </div>
    </OfficeOnly>
  );
}
