// Random operations by random people, weighted so that money really moves; `switchedOff` names those that are off,
// and why.
import { passTime, sweep } from "./clock-operations.ts";
import { compareAll, readOwnAccount } from "./compare-all.ts";
import { closeYear, readJournal, reverseEntry } from "./journal-operations.ts";
import { earn, fine, postUnknownType, spend } from "./ledger-operations.ts";
import { bookLines, matchLine, recordLine, unmatchLine } from "./line-operations.ts";
import {
  applyForLoan,
  contribute,
  payFine,
  readOwnLoans,
  repayLoan,
} from "./submission-operations.ts";
import {
  addPerson,
  appoint,
  changeStatus,
  decideOffice,
  giveOffice,
  join,
  joinInvited,
  readProposals,
  signIn,
  takeOffice,
} from "./people-operations.ts";
import { moveIn, requestReturn } from "./opening-operations.ts";
import { holdOffice } from "./people.ts";
import { acceptReconciliation } from "./reconciliation-operations.ts";
import {
  declareDividend,
  openDeposit,
  payDividend,
  redeemDeposit,
} from "./remainder-operations.ts";
import {
  readActiveCount,
  readBalanceSheet,
  readLedger,
  readProfitAndLoss,
  readTrialBalance,
} from "./report-operations.ts";
import {
  changeSettings,
  decideProposal,
  limitOnePerson,
  readWaiting,
} from "./second-person-operations.ts";
import {
  clearMember,
  exitMember,
  previewSettlement,
  readBadDebts,
  recoverBadDebt,
} from "./settlement-operations.ts";
import {
  answerSwap,
  askSwap,
  confirmDirect,
  drawRotation,
  joinRotation,
  payRotation,
  payTurnOut,
  quitRotation,
  readRotations,
  settleRotation,
  startRotation,
} from "./rotation-operations.ts";
import {
  decideShareOut,
  previewShareOut,
  proposeShareOut,
  readShareOuts,
  takeShareOutBack,
} from "./share-out-operations.ts";
import { acceptStatement, bringStatement, withdrawStatement } from "./statement-operations.ts";
import { approveMany, decideAll, decideLoan, decidePayment } from "./verdict-operations.ts";
import type { World } from "./world.ts";

/** Returns false if the group has nothing to which the operation applies. */
type Operation = (world: World) => Promise<boolean>;

/** Operations whose endpoints are not finished, each with the reason. */
export const switchedOff: Readonly<Record<string, string>> = {};

const operations: readonly (readonly [name: string, operation: Operation, weight: number])[] = [
  ["join", join, 2],
  ["joinInvited", joinInvited, 1.5],
  ["signIn", signIn, 0.5],
  ["changeStatus", changeStatus, 5],
  ["giveOffice", giveOffice, 4],
  ["takeOffice", takeOffice, 0.7],
  ["decideOffice", decideOffice, 5],
  ["appoint", appoint, 2],
  ["readProposals", readProposals, 0.5],
  ["changeSettings", changeSettings, 0.6],
  ["limitOnePerson", limitOnePerson, 1],
  ["decideProposal", decideProposal, 5],
  ["readWaiting", readWaiting, 0.5],
  ["contribute", contribute, 13],
  ["judgeContribution", decidePayment("contribution"), 24],
  ["applyForLoan", applyForLoan, 7],
  ["judgeLoan", decideLoan, 10],
  ["repayLoan", repayLoan, 7],
  ["judgeLoanPayment", decidePayment("loan_payment"), 12],
  ["payFine", payFine, 3],
  ["judgeFinePayment", decidePayment("fine_payment"), 5],
  ["approveMany", approveMany, 6],
  ["decideAll", decideAll, 4],
  ["fine", fine, 2],
  ["spend", spend, 4],
  ["earn", earn, 2],
  ["declareDividend", declareDividend, 1],
  ["payDividend", payDividend, 2],
  ["openDeposit", openDeposit, 1.5],
  ["redeemDeposit", redeemDeposit, 2],
  ["postUnknownType", postUnknownType, 0.2],
  ["reverseEntry", reverseEntry, 3],
  ["exitMember", exitMember, 3.5],
  ["clearMember", clearMember, 0.6],
  ["recoverBadDebt", recoverBadDebt, 3],
  ["previewSettlement", previewSettlement, 1],
  ["previewShareOut", previewShareOut, 3],
  ["proposeShareOut", proposeShareOut, 7],
  ["decideShareOut", decideShareOut, 9],
  ["takeShareOutBack", takeShareOutBack, 4],
  ["readShareOuts", readShareOuts, 0.5],
  ["startRotation", startRotation, 4],
  ["joinRotation", joinRotation, 12],
  ["drawRotation", drawRotation, 5],
  ["payRotation", payRotation, 16],
  ["judgeRotationPayment", decidePayment("rotation_payment"), 20],
  ["payTurnOut", payTurnOut, 16],
  ["confirmDirect", confirmDirect, 3],
  ["settleRotation", settleRotation, 4],
  ["askSwap", askSwap, 3],
  ["answerSwap", answerSwap, 4],
  ["quitRotation", quitRotation, 0.7],
  ["readRotations", readRotations, 0.5],
  ["closeYear", closeYear, 3],
  ["requestReturn", requestReturn, 0.5],
  ["passTime", passTime, 11],
  ["sweep", sweep, 1],
  ["readOwnAccount", readOwnAccount, 3],
  ["readOwnLoans", readOwnLoans, 2],
  ["readBadDebts", readBadDebts, 1],
  ["readTrialBalance", readTrialBalance, 1],
  ["readBalanceSheet", readBalanceSheet, 1],
  ["readProfitAndLoss", readProfitAndLoss, 1],
  ["readLedger", readLedger, 1],
  ["readActiveCount", readActiveCount, 0.5],
  ["bringStatement", bringStatement, 5],
  ["acceptStatement", acceptStatement, 3],
  ["withdrawStatement", withdrawStatement, 2],
  ["matchLine", matchLine, 5],
  ["unmatchLine", unmatchLine, 2],
  ["recordLine", recordLine, 3],
  ["bookLines", bookLines, 4],
  ["acceptReconciliation", acceptReconciliation, 3],
  ["readJournal", readJournal, 0.5],
];

const COMPARE_EVERY = 100;

/** How often each operation went through, and how often it was refused. */
export type Tally = Map<string, { accepted: number; refused: number }>;

/** Founds a group with three officials, brings its book over, and runs this many random operations. */
export async function live(world: World, steps: number): Promise<Tally> {
  const tally: Tally = new Map();
  await found(world);
  const choices = operations
    .filter(([name]) => !(name in switchedOff))
    .map(([name, operation, weight]) => [{ name, operation }, weight] as const);
  for (let step = 1; step <= steps; step++) {
    world.history.push(`step ${step} at ${world.model.now.toISOString()}`);
    if (step % COMPARE_EVERY === 0) await compareAll(world);
    const { name, operation } = world.chance.weighted(choices);
    const refusedBefore = world.counts.refused;
    if (!(await operation(world))) continue;
    const { accepted, refused } = tally.get(name) ?? { accepted: 0, refused: 0 };
    const isRefused = world.counts.refused > refusedBefore;
    tally.set(
      name,
      isRefused ? { accepted, refused: refused + 1 } : { accepted: accepted + 1, refused },
    );
  }
  await compareAll(world);
  return tally;
}

async function found(world: World): Promise<void> {
  const { group, model } = world;
  for (const office of ["Chairperson", "Treasurer", "Sec-Gen"] as const) {
    const person = addPerson(world, await group.official(office));
    Object.assign(person, { status: "active", approvedOn: person.signedUpOn });
    person.approvedAt = new Date(`${person.signedUpOn}T00:00:00+03:00`);
    holdOffice(person, office);
  }
  if (model.terms.yearStart !== "01-01") await startYearsLater(world);
  await moveIn(world);
}

/** Sets a year that does not start in January before anything is posted. */
async function startYearsLater({ call, model }: World): Promise<void> {
  await call({
    by: { person: model.people[0]!, signedIn: true },
    method: "POST",
    path: "/api/group/settings/",
    body: { financial_year_start: model.terms.yearStart },
    expected: { status: 200, check: () => {} },
    exact: true,
  });
}
