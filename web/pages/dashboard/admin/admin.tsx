import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import {
  getHealth,
  verifyNow,
  type ArchiveView,
  type BackupView,
  type ReplicaView,
  type ServerWarning,
  type VerifyView,
} from "#endpoints/health.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { AuditorsCard } from "#web/features/auditors/auditors-card.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { buttonClass, Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
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

AdminPage.loader = ((prefetch, { may }) => {
  if (!may("members.manage")) return;
  AuditorsCard.loader(prefetch);
  ProposedOffices.loader(prefetch);
  prefetch(getHealth);
}) satisfies PageLoader;

const warningTexts = {
  "server-owns-database": "serverOwnsDatabase",
  "no-smtp": "noSmtp",
} as const satisfies Record<ServerWarning, string>;

/** Shows whether the books are consistent and backed up, with a button that checks them. */
function BooksCard() {
  const text = useTranslations("health");
  const found = useEndpoint(getHealth);
  const check = useAction(verifyNow);
  return (
    <Card
      title={text("title")}
      aside={
        <Button variant="secondary" busy={check.busy} onClick={() => void check.run({})}>
          {text("check")}
        </Button>
      }
    >
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton className="h-24" />
      ) : (
        <div className="space-y-3">
          <Check verify={found.data.verify ?? null} />
          <Backup backup={found.data.backup ?? null} />
          {found.data.archive !== undefined && <Archive archive={found.data.archive} />}
          {found.data.replica !== undefined && <Replica replica={found.data.replica} />}
          {found.data.warnings?.map((warning) => (
            <Alert key={warning} tone="waiting">
              {text(warningTexts[warning])}
            </Alert>
          ))}
        </div>
      )}
    </Card>
  );
}

function Check({ verify }: { verify: VerifyView | null }) {
  const text = useTranslations("health");
  if (verify === null) return <Alert tone="note">{text("unchecked")}</Alert>;
  const at = formatMomentAndTime(verify.at);
  const { checked, failures } = verify;
  if (failures.length === 0)
    return (
      <Alert tone="good">
        {text("checked", { at, held: String(checked), checked: String(checked) })}
      </Alert>
    );
  return (
    <Alert tone="bad" title={text("broken", { count: failures.length })}>
      <p>{text("brokenHint", { at })}</p>
      <ul className="mt-2 list-disc space-y-2 pl-5">
        {failures.map(({ name, holds, offenders }) => (
          <li key={name} className="break-words">
            {holds}
            <ul className="text-sm">
              {offenders.map(({ id, found }) => (
                <li key={`${id} ${found}`}>{`${name} ${id}: ${found}`}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Backup({ backup }: { backup: BackupView | null }) {
  const text = useTranslations("health");
  if (backup === null) return <Alert tone="note">{text("noBackup")}</Alert>;
  const at = formatMomentAndTime(backup.at);
  if (backup.bytes === null)
    return (
      <Alert tone="bad" title={text("backupFailed", { at })}>
        <p className="break-words">{backup.failure}</p>
      </Alert>
    );
  return (
    <Alert tone={backup.encrypted ? "good" : "note"}>
      <p>
        {text("backedUp", { at, size: sizeOf(backup.bytes), encrypted: String(backup.encrypted) })}
      </p>
      {backup.signer !== null && backup.digest !== null && (
        <p className="mt-1 text-sm [overflow-wrap:anywhere]">
          {text("signed", { signer: backup.signer, digest: backup.digest })}
        </p>
      )}
    </Alert>
  );
}

/** Seconds. With the archive further behind, a lost disk would lose too many changes. */
const BEHIND_MAX = 180;

/** Seconds. An older replica's age is shown (SAFE-27). */
const REPORTED_AFTER = 5;

function Archive({ archive }: { archive: ArchiveView }) {
  const text = useTranslations("health");
  if (archive.failure !== null)
    return (
      <Alert tone="bad" title={text("archiveFailed")}>
        <p className="break-words">{archive.failure}</p>
      </Alert>
    );
  if (!archive.on) return <Alert tone="note">{text("noArchive")}</Alert>;
  if (archive.last_at === null) return <Alert tone="note">{text("archiveBegins")}</Alert>;
  const behind = archive.behind_seconds ?? 0;
  return (
    <Alert tone={behind > BEHIND_MAX ? "bad" : "good"}>
      {text(behind > BEHIND_MAX ? "archiveBehind" : "archived", {
        at: formatMomentAndTime(archive.last_at),
        minutes: Math.ceil(behind / 60),
      })}
    </Alert>
  );
}

function Replica({ replica }: { replica: ReplicaView }) {
  const text = useTranslations("health");
  const { failure } = replica;
  if (failure !== null)
    return (
      <Alert tone="waiting" title={text("replicaFailed")}>
        <p className="break-words">{text("replicaFailedText", { failure })}</p>
      </Alert>
    );
  const behind = replica.behind_seconds ?? 0;
  if (behind <= REPORTED_AFTER) return <Alert tone="good">{text("replica")}</Alert>;
  const isLong = behind >= 120;
  return (
    <Alert tone="note">
      {text(isLong ? "replicaMinutesBehind" : "replicaSecondsBehind", {
        count: isLong ? Math.floor(behind / 60) : behind,
      })}
    </Alert>
  );
}

/** "1.2 MB", in powers of 1,000. */
function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
