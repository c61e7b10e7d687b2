// Builds the application: headers, endpoints of every feature, the web files, and one place for failures.
import type { ArchiveView, ServerWarning } from "#contract/health.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Database } from "./db/connection.ts";
import type { Replica } from "./db/replica.ts";
import { accountingExportRoutes } from "./features/accounting-export/accounting-export.ts";
import { answerRoutes } from "./features/batch/answers.routes.ts";
import { apiDocsRoutes } from "./features/api-docs/docs-page.ts";
import { approvalRoutes } from "./features/approvals/approvals.routes.ts";
import { auditorRoutes } from "./features/auditors/auditors.ts";
import { auditRoutes } from "./features/audit/audit.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { badDebtRoutes } from "./features/bad-debts/bad-debts.ts";
import { cashRoutes } from "./features/cash/cash.routes.ts";
import { contributionRoutes } from "./features/contributions/contributions.routes.ts";
import { fundRoutes } from "./features/funds/funds.routes.ts";
import { rotationRoutes } from "./features/rotations/rotations.routes.ts";
import { postingCorrections, postingMeetingFines } from "./features/meetings/fine-meeting.ts";
import { reverseEntry } from "./features/ledger-entries/reverse-entry.ts";
import { collectionRoutes } from "./features/meetings/collections.routes.ts";
import { meetingRoutes } from "./features/meetings/meetings.routes.ts";
import { registerRoutes } from "./features/register/register.routes.ts";
import { distributionRoutes } from "./features/distributions/distributions.routes.ts";
import {
  documentRoutes,
  drawingMinutes,
  printingReports,
} from "./features/documents/documents.routes.ts";
import { duesRoutes } from "./features/dues/dues.ts";
import { fineRoutes } from "./features/fines/fines.ts";
import { figureRoutes } from "./features/figures/figures.ts";
import { loanRoutes } from "./features/loans/loans.routes.ts";
import { groupRoutes } from "./features/group/settings.ts";
import { healthRoutes } from "./features/health/health.routes.ts";
import { historyRoutes } from "./features/history/history.ts";
import { postEntry } from "./features/ledger-entries/post-entry.ts";
import { proposedCashCount } from "./features/ledger-entries/count-cash.ts";
import {
  ledgerEntryRoutes,
  proposedPostings,
} from "./features/ledger-entries/ledger-entries.routes.ts";
import { invitationRoutes } from "./features/invitations/invitations.ts";
import { callbackRoutes } from "./features/mpesa/callbacks.routes.ts";
import { memberRoutes } from "./features/members/members.routes.ts";
import { decisionRoutes, openingRoutes } from "./features/opening/opening.routes.ts";
import { noticeRoutes } from "./features/notices/notices.routes.ts";
import { mpesaPayoutRoutes } from "./features/mpesa-payouts/mpesa-payouts.routes.ts";
import { mpesaAskRoutes } from "./features/mpesa-asks/mpesa-asks.routes.ts";
import { paySumRoutes } from "./features/pay-sum/pay-sum.ts";
import { proofRoutes } from "./features/proofs/proofs.ts";
import { proposalRoutes } from "./features/proposals/proposals.ts";
import { reconciliationRoutes } from "./features/reconciliation/reconciliation.ts";
import { reportRoutes } from "./features/reports/reports.routes.ts";
import { setupRoutes } from "./features/setup/setup.ts";
import { statementRoutes } from "./features/statements/statements.routes.ts";
import { postingWithLines } from "./features/statements/book-lines.ts";
import { proposedUnmatch } from "./features/statements/unmatch-line.ts";
import { transactionRoutes } from "./features/transactions/transactions.routes.ts";
import { twoStepRoutes } from "./features/two-step/two-step.ts";
import { waitingRoutes } from "./features/waiting/waiting.ts";
import { withdrawalRoutes } from "./features/withdrawals/withdrawals.ts";
import { openApplication } from "./http/application.ts";
import type { Exchanges } from "./http/exchanges.ts";
import { proposedSettlements, settlementRoutes } from "./features/settlements/settlements.ts";
import { endpointRoutes } from "./http/endpoint-route.ts";
import { serveWeb } from "./http/web-files.ts";
import { submitPayments, validateCollected } from "./submit-payments.ts";
import type { GroupWorkers } from "./workers.ts";
import type { Config } from "./platform/config.ts";
import { openPasswords } from "./platform/password-hash.ts";
import { openSecretBox } from "./platform/secrets.ts";
import type { Evidence } from "./verify/evidence.ts";
import { isSetupOpen } from "#server/core/members/setup-links.ts";
import type { CallbackStore } from "#server/core/daraja/callback-store.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";

export type AppParts = {
  config: Config;
  db: Database;
  /** Where reports may be read. */
  replica?: Replica | undefined;
  throttle: Throttle;
  /** Takes what M-PESA posts; without it, or without its settings, M-PESA live is off. */
  callbacks?: CallbackStore | undefined;
  log: FastifyBaseLogger;
  /** The application's clock: every business date derives from it. */
  now: () => Date;
  /** What `verify` knows besides the database. */
  evidence: () => Promise<Evidence>;
  /** The folder of the built web application. */
  webRoot: string;
  workers: GroupWorkers;
  /** Of the listener that passes on what this group is asked; without it the application listens itself. */
  exchanges?: Exchanges | undefined;
  /** How the archive of the log does. */
  archive?: () => ArchiveView;
  /** What officials are shown of how the server is set up. */
  warnings?: readonly ServerWarning[];
  /** The folder whose disk must have room for writes; left out for a database on another machine. */
  diskFolder?: string;
};

/** The application, ready to listen. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { pepper, publicUrl, connectionsPerAddress, trustProxy: proxies } = parts.config;
  const { log, webRoot, exchanges } = parts;
  const secrets = openSecretBox(pepper);
  const passwords = openPasswords(pepper);
  const overTls = publicUrl.startsWith("https:");
  const { app } = await openApplication({
    log,
    proxies,
    overTls,
    webRoot,
    connectionsPerAddress,
    exchanges,
  });
  app.addHook("onClose", () => parts.throttle.budget.close());

  const routes = endpointRoutes(app, parts);
  healthRoutes(app, routes, parts);
  apiDocsRoutes(app);
  answerRoutes(app, routes);
  authRoutes(routes, { ...parts, passwords, secrets });
  twoStepRoutes(routes, { ...parts, passwords, secrets });
  const { printer, fileReader } = parts.workers;
  await memberRoutes(app, routes, { ...parts, passwords, secrets, fileReader });
  setupRoutes(routes, { ...parts, passwords });
  invitationRoutes(routes, { ...parts, secrets });
  figureRoutes(routes);
  decisionRoutes(routes);
  groupRoutes(routes, parts.db);
  auditorRoutes(routes, parts);
  auditRoutes(routes);
  await noticeRoutes(app, routes, { ...parts, secrets });
  const { config, callbacks, now } = parts;
  if (config.daraja !== null && callbacks !== undefined)
    await callbackRoutes(app, {
      settings: config.daraja,
      callbacks,
      now,
    });
  proofRoutes(routes, parts.config);
  contributionRoutes(routes);
  loanRoutes(routes);
  fineRoutes(routes);
  approvalRoutes(routes);
  withdrawalRoutes(routes);
  duesRoutes(routes);
  waitingRoutes(routes);
  transactionRoutes(routes, parts.config);
  reportRoutes(routes);
  reconciliationRoutes(routes);
  historyRoutes(routes);
  ledgerEntryRoutes(routes);
  accountingExportRoutes(routes, printingReports(printer, parts.config.publicUrl));
  documentRoutes(routes, { printer, publicUrl: parts.config.publicUrl });
  settlementRoutes(routes);
  distributionRoutes(routes);
  rotationRoutes(routes);
  cashRoutes(routes);
  fundRoutes(routes);
  meetingRoutes(routes, {
    reverse: reverseEntry,
    draw: drawingMinutes(printer, parts.config.publicUrl),
  });
  collectionRoutes(routes, validateCollected);
  registerRoutes(routes);
  const { ledger_entry: proposedEntry, fines, reversal } = proposedPostings;
  proposalRoutes(routes, parts, {
    ...proposedPostings,
    ...proposedSettlements,
    unmatch: proposedUnmatch,
    cash_count: proposedCashCount,
    fines: { ...fines, post: postingMeetingFines(fines.post) },
    reversal: { ...reversal, post: postingCorrections(reversal.post, reverseEntry) },
    ledger_entry: { ...proposedEntry, post: postingWithLines(postEntry, proposedEntry.post) },
  });
  await openingRoutes(app, routes, { ...parts, fileReader });
  mpesaAskRoutes(routes, { settings: parts.config.daraja, submit: submitPayments });
  mpesaPayoutRoutes(routes, parts.config.daraja);
  paySumRoutes(routes, submitPayments);
  await statementRoutes(app, routes, {
    ...parts,
    fileReader,
    postEntry,
    submit: submitPayments,
  });
  badDebtRoutes(routes);
  await serveWeb(app, {
    root: parts.webRoot,
    publicUrl: parts.config.publicUrl,
    isSetupOpen: () => isSetupOpen(parts.db),
    groupName: async () =>
      (await parts.db.selectFrom("group_settings").select("name").executeTakeFirstOrThrow()).name,
  });
  return app;
}
