import { useState } from "react";
import { useTranslations } from "use-intl";
import { getUsers, type User } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";

const SHOWN_AT_MOST = 20;

type ChooseMemberProps = { member: User | null; onMember: (member: User | null) => void };

/** One member of many: a few letters of the name, then a choice among whom they find. */
export function ChooseMember({ member, onMember }: ChooseMemberProps) {
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
