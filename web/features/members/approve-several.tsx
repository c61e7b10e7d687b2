import { useState } from "react";
import { useTranslations } from "use-intl";
import { approveMembers, type User } from "#endpoints/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { memberName } from "./member.tsx";

type ApproveSeveralProps = {
  /** The members on this page who wait for approval. */
  waiting: readonly User[];
  ticked: ReadonlySet<number>;
  onTick: (ids: readonly number[]) => void;
};

/** Approves several new members (MEM-43): tick some, or all that are shown. */
export function ApproveSeveral({ waiting, ticked, onTick }: ApproveSeveralProps) {
  const text = useTranslations("members.several");
  const approve = useAction(approveMembers);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const chosen = waiting.filter(({ id }) => ticked.has(id));
  const isAll = waiting.length > 0 && chosen.length === waiting.length;

  const submit = async () => {
    const outcome = await approve.run({ body: { members: chosen.map(({ id }) => id) } });
    if (!outcome.ok) return;
    const names = new Map(waiting.map((user) => [user.id, memberName(user)]));
    setRefused(outcome.reply.refused.map(({ id, detail }) => `${names.get(id) ?? id}: ${detail}`));
    onTick([]);
  };

  if (waiting.length === 0 && refused.length === 0) return null;
  return (
    <div className="mb-4 space-y-3">
      {refused.length > 0 && (
        <Alert live tone="bad" title={text("notApproved", { count: refused.length })}>
          <ul>
            {refused.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Alert>
      )}
      {waiting.length > 0 && (
        <section
          aria-label={text("title")}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-card p-4"
        >
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-brand"
              checked={isAll}
              onChange={(event) => onTick(event.target.checked ? waiting.map(({ id }) => id) : [])}
            />
            {text("all", { count: waiting.length })}
          </label>
          <p aria-live="polite" className="min-w-0 flex-1 basis-56 text-sm text-muted">
            {chosen.length === 0
              ? text("hint")
              : text("summary", { names: chosen.map(memberName).join(", ") })}
          </p>
          <Button
            busy={approve.busy}
            disabled={chosen.length === 0}
            onClick={() => void submit()}
            className="max-sm:w-full"
          >
            {text("approve", { count: chosen.length })}
          </Button>
        </section>
      )}
    </div>
  );
}
