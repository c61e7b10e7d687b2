// A list of members: its filters, and its cards a page at a time.
import { useEffect, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { getUsers, User } from "#contract/members.ts";
import { shownStatus } from "#domain/members/shown-status.ts";
import type { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { memberName } from "./member.tsx";

type Status = "active" | "dormant" | "pending_approval" | "cleared";

export type MemberFilterValue = { search: string; status: Status | "" };

type MemberFilterProps = { value: MemberFilterValue; onChange: (value: MemberFilterValue) => void };

const pauseMs = 300;

/** Search by name or registration number, sent when typing pauses; and the status (SCR-21). */
export function MemberFilter({ value, onChange }: MemberFilterProps) {
  const text = useTranslations("members");
  const [typed, setTyped] = useState(value.search);

  useEffect(() => {
    if (typed === value.search) return;
    const timer = setTimeout(() => onChange({ ...value, search: typed }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);

  const statuses: readonly { value: Status | ""; label: string }[] = [
    { value: "", label: text("all") },
    { value: "active", label: text("active") },
    { value: "dormant", label: text("dormant") },
    { value: "pending_approval", label: text("pending") },
    { value: "cleared", label: text("cleared") },
  ];

  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-[2fr_1fr] md:max-w-2xl">
      <TextField
        type="search"
        label={text("search")}
        optional={false}
        placeholder={text("searchPlaceholder")}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label={text("status")}
        options={statuses}
        value={value.status}
        onChange={(event) => {
          const status = statuses.find((each) => each.value === event.target.value);
          onChange({ search: typed, status: status?.value ?? "" });
        }}
      />
    </search>
  );
}

type MemberCardsProps = {
  found: ReturnType<typeof useEndpoint<typeof getUsers>>;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  card: (user: User) => ReactNode;
  /** The height of a card while they load. */
  cardClass: string;
};

/** A page of members, a card for each. */
export function MemberCards(props: MemberCardsProps) {
  const { found, page, pageSize, onPage, card, cardClass } = props;
  const text = useTranslations("members");
  const users = found.data?.users;
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (users === undefined)
    return (
      <div aria-busy className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {Array.from({ length: pageSize }, (_, index) => (
          <Skeleton key={index} className={cardClass} />
        ))}
      </div>
    );
  if (users.length === 0)
    return <EmptyState drawing="people" title={text("none")} hint={text("noneHint")} />;
  return (
    <div className="space-y-4">
      <ul aria-label={text("listLabel")} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {users.map((user) => (
          <li key={user.id} className="min-w-0">
            {card(user)}
          </li>
        ))}
      </ul>
      <Paging page={page} pageSize={pageSize} count={found.data?.count ?? 0} onPage={onPage} />
    </div>
  );
}

/** The top of a member's card: who they are, and their status. */
export function MemberHead({ user, aside }: { user: User; aside?: ReactNode }) {
  const name = memberName(user);
  return (
    <div className="mb-3 flex items-center gap-3">
      <Avatar name={name} photo={user.photo} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">{name}</h2>
        <StatusBadge status={shownStatus(user)} />
      </div>
      {aside}
    </div>
  );
}
