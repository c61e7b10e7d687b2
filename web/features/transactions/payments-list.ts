import type { PagingProps } from "#web/ui/paging.tsx";

/** What every list of the Finance Center is given. */
export type PaymentsListProps<Row> = {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  /** A period or kind is chosen, so that an empty list says nothing of all the rest. */
  filtered: boolean;
  error: string | undefined;
  onRetry: () => void;
  paging?: PagingProps;
};
