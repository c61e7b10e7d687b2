import { type Ref, useState } from "react";
import { useTranslations } from "use-intl";
import { findGuarantors } from "#endpoints/lending.ts";
import type { Person } from "#contract/people.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";

type FindMemberProps = {
  member: Person | null;
  onMember: (member: Person | null) => void;
  error: string | undefined;
  /** To the choice, which a form focuses when it is wrong. */
  ref?: Ref<HTMLSelectElement>;
};

/** Chooses another member: type a few letters of the name, then pick from the matches (LEND-6). */
export function FindMember({ member, onMember, error, ref }: FindMemberProps) {
  const text = useTranslations("lending");
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const found = useEndpoint(findGuarantors, {
    query: { search: wanted },
    enabled: wanted !== "",
    figuresOnly: true,
  });
  const matches = wanted === "" ? [] : (found.data?.members ?? []);
  const shown =
    member === null || matches.some(({ id }) => id === member.id) ? matches : [member, ...matches];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        type="search"
        label={text("find")}
        help={text("findHelp")}
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <SelectField
        ref={ref}
        label={text("member")}
        placeholder={text("chooseMember")}
        help={found.data !== undefined && matches.length === 0 && wanted !== "" && text("nobody")}
        error={error ?? found.error?.detail}
        options={shown.map((each) => ({
          value: String(each.id),
          label: `${each.full_name} · ${each.reg_number}`,
        }))}
        value={member === null ? "" : String(member.id)}
        onChange={({ target }) =>
          onMember(shown.find(({ id }) => String(id) === target.value) ?? null)
        }
      />
    </div>
  );
}
