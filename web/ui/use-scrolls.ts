import { useEffect, useRef, useState } from "react";

/**
 * Whether a box has more in it than it shows: then it must be reachable by keyboard, and otherwise not be a stop on the
 * way. The box holds one child, which has the size of all that is in it.
 */
export function useScrolls() {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);

  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const watch = new ResizeObserver(() =>
      setScrolls(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1),
    );
    watch.observe(box);
    if (box.firstElementChild) watch.observe(box.firstElementChild);
    return () => watch.disconnect();
  }, []);

  return { ref, scrolls };
}
