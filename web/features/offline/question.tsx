import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";

type QuestionProps = {
  /** The question is not asked while this is null. */
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
