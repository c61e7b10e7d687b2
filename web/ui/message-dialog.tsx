import { Button } from "./button.tsx";
import { Modal } from "./modal.tsx";
import { useUiTexts } from "./texts.tsx";
import { unbroken } from "./unbroken.tsx";

type MessageDialogProps = {
  /** The sentence; nothing is shown while it is null. */
  message: string | null;
  title: string;
  onClose: () => void;
};

/** One sentence that is announced and closed: the place of an alert of the browser (SCR-26). */
export function MessageDialog({ message, title, onClose }: MessageDialogProps) {
  const texts = useUiTexts();
  return (
    <Modal open={message !== null} onClose={onClose} title={title} width="small">
      <p role="alert" className="text-lg">
        {unbroken(message)}
      </p>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>{texts.close}</Button>
      </div>
    </Modal>
  );
}
