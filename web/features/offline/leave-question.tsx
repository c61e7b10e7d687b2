import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { setLeaveQuestion } from "#web/api/stored/leave.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";

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

type QuestionProps = {
  /** Null asks nothing. */
  text: string | null;
  title: string;
  yes: string;
  no: string;
  onAnswer: (yes: boolean) => void;
};

/** Asks before something is lost. */
export function Question({ text, title, yes, no, onAnswer }: QuestionProps) {
  return (
    <Modal open={text !== null} onClose={() => onAnswer(false)} title={title} width="small">
      <p>{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="danger" onClick={() => onAnswer(true)}>
          {yes}
        </Button>
        <Button onClick={() => onAnswer(false)}>{no}</Button>
      </div>
    </Modal>
  );
}
