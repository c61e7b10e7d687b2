import { basics } from "#web/messages/en/basics.ts";

/** The group's name: the default at build, replaced in the browser when the group calls itself otherwise. */
export function GroupName() {
  return <span data-group-name>{basics.groupName}</span>;
}
