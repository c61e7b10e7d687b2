import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { OfficeOnly } from "../office-only.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";

const areas = [
  { to: "/dashboard/admin/directors", title: "directors", text: "directorsText" },
  { to: "/dashboard/admin/commoners", title: "commoners", text: "commonersText" },
] as const;

export function AdminPage() {
  const text = useTranslations("members");
  useDashboardTitle(text("title"));

  return (
    <OfficeOnly needs="members.manage" who="chairperson">
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      <div className="grid gap-4 md:grid-cols-2">
        {areas.map((area) => (
          <Card key={area.to} title={text(area.title)}>
            <p className="mb-4 text-muted">{text(area.text)}</p>
            <Link to={area.to} className={buttonClass("secondary", "w-full md:w-auto")}>
              {text("open")}
              <span className="sr-only">{` ${text(area.title)}`}</span>
            </Link>
          </Card>
        ))}
      </div>
    </OfficeOnly>
  );
}
