import { useTranslations } from "use-intl";
import type { AuditEntryView } from "#contract/audit.ts";
import { textsOf } from "#web/messages/words.ts";

type Texts = ReturnType<typeof textsOf<"audit">>;
type ActionWord = keyof Texts["actions"];
type SubjectWord = keyof Texts["subjects"];

/** An entry of the audit log in the words of the group; what has no words is shown as it is written. */
export function useAuditWords() {
  const text = useTranslations("audit");
  return {
    action({ action }: AuditEntryView): string {
      const word = action.replace(".", "_");
      return word in textsOf("audit").actions ? text(`actions.${word as ActionWord}`) : action;
    },
    actor({ actor, address }: AuditEntryView): string {
      return actor?.full_name ?? text(address === null ? "application" : "nobody");
    },
    subject({ subject, subject_id: id, member }: AuditEntryView): string {
      if (member !== null) return member.full_name;
      const name =
        subject in textsOf("audit").subjects ? text(`subjects.${subject as SubjectWord}`) : subject;
      return id === null ? name : `${name} ${id}`;
    },
  };
}
