import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { setLeaveQuestion } from "#web/api/stored/leave.ts";
import { Question } from "./question.tsx";

/** Asks before signing out loses payments that were not sent. */
export function LeaveQuestion() {
  const text = useTranslations("offline");
  const [requested, setRequested] = useState<{
    count: number;
    answer: (yes: boolean) => void;
  } | null>(null);
  useEffect(() => {
    setLeaveQuestion((count) => new Promise((answer) => setRequested({ count, answer })));
    return () => setLeaveQuestion(null);
  }, []);
  return (
    <Question
      title={text("leaveTitle")}
      text={requested && text("leaveText", { count: requested.count })}
      yes={text("leave")}
      no={text("stay")}
      onAnswer={(yes) => {
        requested?.answer(yes);
        setRequested(null);
      }}
    />
  );
}
