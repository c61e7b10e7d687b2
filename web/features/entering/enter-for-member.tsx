import { useState } from "react";
import { useTranslations } from "use-intl";
import { getDues } from "#contract/dues.ts";
import { type User, getUsers } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EnterForm } from "./enter-form.tsx";

type EnterForMemberProps = {
  /** Left out if the member is chosen first. */
  member?: User | undefined;
  onEntered: () => void;
};

/** A payment or an application in the name of a member, who is chosen first (OPEN-54). */
export function EnterForMember({ member: known, onEntered }: EnterForMemberProps) {
  const text = useTranslations("entering");
  const [chosen, setChosen] = useState<User | null>(null);
  const member = known ?? chosen;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{text("intro")}</p>
      {known === undefined && <ChooseMember member={chosen} onMember={setChosen} />}
      {member !== null && <WithDuesOf key={member.id} member={member} onEntered={onEntered} />}
    </div>
  );
}

function WithDuesOf({ member, onEntered }: { member: User; onEntered: () => void }) {
  const dues = useEndpoint(getDues, { query: { member: member.id } });
  if (dues.isError)
    return <LoadProblem detail={dues.error.detail} onRetry={() => void dues.refetch()} />;
  if (dues.data === undefined) return <Skeleton className="h-72" />;
  return <EnterForm member={member} dues={dues.data} onEntered={onEntered} />;
}

const SHOWN_AT_MOST = 20;

type ChooseMemberProps = { member: User | null; onMember: (member: User | null) => void };

/** Chooses one member: type a few letters of the name, then pick from the matches. */
function ChooseMember({ member, onMember }: ChooseMemberProps) {
  const text = useTranslations("entering");
  const [search, setSearch] = useState("");
  const found = useEndpoint(getUsers, {
    query: { search: search.trim(), page: 1, page_size: SHOWN_AT_MOST },
  });
  const users = (found.data?.users ?? []).filter(({ status }) => status !== "pending_approval");
  const more = (found.data?.count ?? 0) - SHOWN_AT_MOST;
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  const shown =
    member === null || users.some(({ id }) => id === member.id) ? users : [member, ...users];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        type="search"
        optional
        label={text("find")}
        help={text("findHelp")}
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <SelectField
        label={text("member")}
        placeholder={text("chooseMember")}
        help={
          found.data !== undefined && users.length === 0
            ? text("nobody")
            : more > 0
              ? text("more", { count: more })
              : undefined
        }
        options={shown.map((each) => ({
          value: String(each.id),
          label: `${each.first_name} ${each.last_name} · ${each.reg_number}`,
        }))}
        value={member === null ? "" : String(member.id)}
        onChange={({ target }) =>
          onMember(shown.find(({ id }) => String(id) === target.value) ?? null)
        }
      />
    </div>
  );
}
