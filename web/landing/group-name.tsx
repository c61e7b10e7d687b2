import { useLanding } from "./landing-texts.ts";

/** The group's name: the default at build, replaced in the browser when the group calls itself otherwise. */
export function GroupName() {
  return <span data-group-name>{useLanding().basics.groupName}</span>;
}
