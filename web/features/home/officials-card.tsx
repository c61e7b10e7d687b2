import { MessageCircle, Phone } from "lucide-react";
import { useTranslations } from "use-intl";
import { getOfficials, type Official } from "#endpoints/members.ts";
import { personName } from "#domain/members/person-name.ts";
import { offices as allOffices } from "#domain/permissions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** Who our officials are: name, photo, Call and WhatsApp; an office that nobody holds says so (MEM-47). */
export function OfficialsCard({ ownId }: { ownId: number }) {
  const text = useTranslations("officials");
  const { offices } = useUiTexts();
  const { data, error, refetch } = useEndpoint(getOfficials);
  return (
    <Card title={text("title")}>
      {error !== null ? (
        <LoadProblem detail={error.detail} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-60" />
      ) : (
        <ul className="divide-y divide-line">
          {allOffices.map((office) => (
            <li key={office} className="py-3 first:pt-0 last:pb-0">
              <p className="text-sm text-muted">{offices[office]}</p>
              {data.officials.some((each) => each.office === office) ? (
                data.officials
                  .filter((each) => each.office === office)
                  .map((each) => (
                    <OfficialRow
                      key={each.member.id}
                      official={each}
                      isOwn={each.member.id === ownId}
                    />
                  ))
              ) : (
                <p>{text("vacant")}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OfficialRow({ official, isOwn }: { official: Official; isOwn: boolean }) {
  const text = useTranslations("officials");
  const { member, photo, phone } = official;
  const forWhom = <span className="sr-only">{` ${member.full_name}`}</span>;
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="flex min-w-0 flex-1 basis-48 items-center gap-3">
        <Avatar name={member.full_name} photo={photo} />
        <span className="min-w-0 font-semibold wrap-anywhere">{personName(member)}</span>
      </p>
      {isOwn ? (
        <p className="text-sm text-muted">{text("you")}</p>
      ) : phone === null ? (
        <p className="text-sm text-muted">{text("noPhone")}</p>
      ) : (
        <p className="flex flex-wrap gap-2">
          <a className={buttonClass("secondary", "px-3! text-sm")} href={`tel:${phone}`}>
            <Phone aria-hidden className="size-4" />
            {text("call")}
            {forWhom}
          </a>
          <a
            className={buttonClass("secondary", "px-3! text-sm")}
            href={`https://wa.me/${phone.replace(/\D/g, "")}`}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle aria-hidden className="size-4" />
            {text("whatsApp")}
            {forWhom}
          </a>
        </p>
      )}
    </div>
  );
}
