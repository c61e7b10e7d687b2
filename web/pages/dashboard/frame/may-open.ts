import type { Actor } from "#domain/permissions.ts";

/** An auditor may only open the pages of the books and of merry-go-rounds; home and the rest are for members. */
export function mayOpen({ isAuditor }: Pick<Actor, "isAuditor">, path: string): boolean {
  return (
    !isAuditor ||
    /^\/dashboard\/(accounting|admin\/audit|contributions\/merry-go-round)(\/|$)/.test(path)
  );
}
