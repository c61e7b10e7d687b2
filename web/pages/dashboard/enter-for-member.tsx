import { loadWords } from "#web/messages/words.ts";
import { onDemand } from "#web/ui/on-demand.tsx";

/** The form by which an office enters something in a member's name, with its words. */
export const EnterForMember = onDemand(
  "enter-for-member",
  async () => {
    const [part] = await Promise.all([
      import("#web/features/entering/enter-for-member.tsx"),
      loadWords("office"),
    ]);
    return part.EnterForMember;
  },
  "min-h-96",
);
