import { useEffect } from "react";

/** Names the page in the window's title and in the history, before the group's name. */
export function usePageTitle(title: string, group: string): void {
  useEffect(() => {
    document.title = `${title} · ${group}`;
  }, [title, group]);
}
