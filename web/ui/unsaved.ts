// Which forms hold something typed that was not sent: a page with one is not left without a word.
import { useEffect, useId } from "react";

const unsaved = new Set<string>();

/** Marks this form as half filled while `dirty` and mounted. */
export function useUnsaved(dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!dirty) return;
    unsaved.add(id);
    return () => {
      unsaved.delete(id);
    };
  }, [id, dirty]);
}

export function somethingUnsaved(): boolean {
  return unsaved.size > 0;
}
