import { describe, expect, it } from "vitest";
import { Refusal } from "../refusal.ts";
import {
  applyAction,
  type ManageAction,
  manageActions,
  type MemberFacts,
  type MemberState,
  offeredActions,
  takesOfficeAway,
} from "./member-status.ts";

const pending: MemberState = { status: "pending_approval", isActive: true, exited: false };
const active: MemberState = { status: "active", isActive: true, exited: false };
const dormant: MemberState = { status: "dormant", isActive: true, exited: false };
const exited: MemberState = { status: "dormant", isActive: true, exited: true };
const cleared: MemberState = { status: "cleared", isActive: true, exited: true };
const off = (state: MemberState): MemberState => ({ ...state, isActive: false });

const facts = (state: MemberState, more: Partial<MemberFacts> = {}): MemberFacts => ({
  ...state,
  isProven: true,
  isLastChairperson: false,
  ...more,
});

function outcomeOf(state: MemberState, action: ManageAction) {
  try {
    return applyAction(facts(state), action);
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
}

const table: [string, MemberState, Partial<Record<ManageAction, MemberState>>][] = [
  ["pending", pending, { approve: active, reject: off(pending) }],
  ["pending and rejected", off(pending), { approve: active, reject: off(pending) }],
  ["active", active, { dormant, deactivate: off(active) }],
  ["dormant", dormant, { lift_dormancy: active }],
  ["exited with a debt", exited, {}],
  ["cleared", cleared, {}],
  ["deactivated", off(active), { activate: active }],
  ["deactivated while dormant", off(dormant), { activate: dormant }],
  ["deactivated after leaving", off(exited), { activate: exited }],
  ["deactivated after clearing", off(cleared), { activate: cleared }],
];

describe.each(table)("a member who is %s", (_name, state, next) => {
  it("is offered exactly the actions that lead somewhere", () => {
    expect(offeredActions(facts(state))).toEqual(Object.keys(next));
  });

  it.each(manageActions)("meets %s", (action) => {
    expect(outcomeOf(state, action)).toEqual(next[action] ?? "action-not-offered");
  });
});

it("names the action and the state it refuses", () => {
  expect(() => applyAction(facts(dormant), "deactivate")).toThrow(
    "action-not-offered (action: deactivate; state: dormant)",
  );
  expect(() => applyAction(facts(active), "lift_dormancy")).toThrow(
    "action-not-offered (action: lift_dormancy; state: active)",
  );
});

it("nobody is approved before they confirm their email address", () => {
  expect(offeredActions(facts(off(pending), { isProven: false }))).toEqual(["reject"]);
});

it("the last Chairperson is not made dormant or deactivated", () => {
  const last = facts(active, { isLastChairperson: true });
  expect(offeredActions(last)).toEqual([]);
  expect(() => applyAction(last, "dormant")).toThrow("last-chairperson");
});

it("deactivation and dormancy end the office", () => {
  expect(manageActions.filter(takesOfficeAway)).toEqual(["dormant", "deactivate"]);
});
