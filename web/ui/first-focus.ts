import { useEffect, useRef } from "react";

/** Moves to the first field of a form that appears in an open modal; not on touch, where a keyboard would cover it. */
export function useFirstFocus(focusFirst: () => void): void {
  const first = useRef(focusFirst);
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) first.current();
  }, []);
}
