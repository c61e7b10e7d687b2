import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { setLeaveQuestion } from "#web/api/kept/leave.ts";
import { Question } from "./question.tsx";

/** Asks before signing out loses payments that were not sent. */
export function LeaveQuestion() {
  const text = useTranslations("offline");
  const [asked, setAsked] = useState<{ count: number; answer: (yes: boolean) => void } | null>(
    null,
  );
  useEffect(() => {
    setLeaveQuestion((count) => new Promise((answer) => setAsked({ count, answer })));
    return () => setLeaveQuestion(null);
  }, []);
  return (
    <Question
      title={text("leaveTitle")}
      text={asked && text("leaveText", { count: asked.count })}
      yes={text("leave")}
      no={text("stay")}
      onAnswer={(yes) => {
        asked?.answer(yes);
        setAsked(null);
      }}
    />
  );
}
