// Who may call an endpoint, in a sentence made from the table of permissions.
import type { Access } from "#contract/endpoint.ts";
import {
  can,
  type Action,
  type Actor,
  type MemberStatus,
  type Office,
} from "#domain/permissions.ts";

const offices: readonly Office[] = ["Chairperson", "Treasurer", "Sec-Gen"];
const statuses: Record<MemberStatus, string> = {
  pending_approval: "waiting for approval",
  active: "active",
  dormant: "dormant",
  cleared: "no longer in the group",
};

export function whoMay(access: Access): string {
  if (access === "public") return "Anybody; no session is needed.";
  if (access === "session") return "Every member who is signed in.";
  const isForAuditor = can(actor({ isAuditor: true }), access);
  return isForAuditor ? withAuditor(membersSentence(access)) : membersSentence(access);
}

function withAuditor(members: string): string {
  return members === "" ? "The auditor." : `${members} The auditor too.`;
}

function membersSentence(access: Action): string {
  const standings = Object.keys(statuses) as MemberStatus[];
  const allowed = standings.filter((status) => can(actor({ status }), access));
  if (allowed.length === 0) return officialsSentence(access);
  if (allowed.length === standings.length) return "Every member who is signed in.";
  return `Members who are ${list(allowed.map((status) => statuses[status]))}.`;
}

function officialsSentence(action: Action): string {
  const allowed = offices.filter((office) => can(actor({ office }), action));
  if (allowed.length === offices.length) return "Officials.";
  if (allowed.length === 0) return "";
  return `The ${list(allowed.map((office) => office))}.`;
}

function actor(params: { status?: MemberStatus; office?: Office; isAuditor?: true }): Actor {
  return {
    id: 0,
    username: "",
    office: params.office ?? null,
    status: params.status ?? "active",
    isActive: true,
    exited: false,
    isAuditor: params.isAuditor ?? false,
    lacksTwoStep: false,
  };
}

function list(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}
