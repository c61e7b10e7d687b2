import type { SummariesValue } from "./member-summaries.tsx";

type Search = {
  search?: string;
  status?: "active" | "dormant" | "pending_approval" | "cleared";
  page?: number;
};

/** What the address says of the cards shown. */
export function summariesOf({ search = "", status, page = 1 }: Search): SummariesValue {
  return { search, status: status ?? "", page };
}

/** The same as an address; what is as usual is left out. */
export function addressOf({ search, status, page }: SummariesValue): Search {
  return {
    ...(search === "" ? {} : { search }),
    ...(status === "" ? {} : { status }),
    ...(page === 1 ? {} : { page }),
  };
}
