// The group's own name, where no page has loaded more of it.
import { getGroup } from "#endpoints/group.ts";
import { useEndpoint } from "./use-query.ts";

/** Until the server answers, the name that it wrote into the page. */
export function useGroupName(options: { refetchOnMount?: boolean } = {}): string {
  return useEndpoint(getGroup, options).data?.name ?? nameInPage();
}

function nameInPage(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content ?? "";
}
