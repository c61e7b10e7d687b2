// Builds the application: headers, endpoints of every feature, the web files, and one place for failures.
import { constants } from "node:zlib";
import type { ArchiveView, ServerWarning } from "#contract/health.ts";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
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
import { payContribution, readBounds } from "./features/contributions/contributions.ts";
import { contributionRoutes } from "./features/contributions/contributions.routes.ts";
import { documentRoutes, printingReports } from "./features/documents/documents.routes.ts";
import { duesRoutes } from "./features/dues/dues.ts";
import { payFine, fineRoutes } from "./features/fines/fines.ts";
import { figureRoutes } from "./features/figures/figures.ts";
import { payLoan } from "./features/loans/loans.ts";
import { loanRoutes } from "./features/loans/loans.routes.ts";
import { groupRoutes } from "./features/group/settings.ts";
import { healthRoutes } from "./features/health/health.routes.ts";
import { historyRoutes } from "./features/history/history.ts";
import { postEntry } from "./features/ledger-entries/post-entry.ts";
import {
  ledgerEntryRoutes,
  proposedPostings,
} from "./features/ledger-entries/ledger-entries.routes.ts";
import { invitationRoutes } from "./features/invitations/invitations.ts";
import { memberRoutes } from "./features/members/members.routes.ts";
import { decisionRoutes, openingRoutes } from "./features/opening/opening.routes.ts";
import { noticeRoutes } from "./features/notices/notices.routes.ts";
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
import { addHeaders, securityHeaders } from "./http/headers.ts";
import { limitConnections } from "./http/connections.ts";
import { trackExchanges } from "./http/exchanges.ts";
import { takeTurns } from "./http/turns.ts";
import { dropUnreadBodies } from "./http/unread-bodies.ts";
import { stopWithoutClients } from "./http/stopping.ts";
import { proposedSettlements, settlementRoutes } from "./features/settlements/settlements.ts";
import { endpointRoutes } from "./http/endpoint-route.ts";
import {
  answerFailures,
  answeringBadAddress,
  answeringClientError,
  answerUnknownPath,
} from "./http/failure.ts";
import { refuseOddRequests } from "./http/odd-requests.ts";
import { nameLanguage } from "./http/language.ts";
import { readInlineStyles, serveWeb } from "./http/web-files.ts";
import type { Config } from "./platform/config.ts";
import { setPepper } from "./platform/password-hash.ts";
import { openPrinter } from "./platform/pdf/printer.ts";
import { deriveKey, openSecretBox } from "./platform/secrets.ts";
import type { Evidence } from "./verify/evidence.ts";
import { openFileReader } from "#server/core/spreadsheets/file-reader.ts";
import { isSetupOpen } from "#server/core/members/setup-links.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";

export type AppParts = {
  config: Config;
  db: Database;
  /** Where reports may be read. */
  replica?: Replica | undefined;
  throttle: Throttle;
  log: FastifyBaseLogger;
  /** The application's clock: every business date derives from it. */
  now: () => Date;
  /** What `verify` knows besides the database. */
  evidence: () => Promise<Evidence>;
  /** The folder of the built web application. */
  webRoot: string;
  /** The built file of server/workers/print-report.ts. */
  printWorker: URL;
  /** The built file of server/workers/read-file.ts. */
  readWorker: URL;
  /** How the archive of the log does. */
  archive?: () => ArchiveView;
  /** What officials are shown of how the server is set up. */
  warnings?: readonly ServerWarning[];
};

/** The application, ready to listen. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { pepper, trustProxy: proxies } = parts.config;
  const secrets = openSecretBox(pepper);
  setPepper(pepper === null ? null : deriveKey(pepper, "akiba passwords"));
  const headers = securityHeaders({
    overTls: parts.config.publicUrl.startsWith("https:"),
    inlineStyles: await readInlineStyles(parts.webRoot),
  });
  const app = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof proxies === "number" ? (_address, hop) => hop < proxies : (proxies ?? false),
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 0,
    keepAliveTimeout: 30_000,
    maxRequestsPerSocket: 1_000,
    forceCloseConnections: "idle",
    // What still arrives on an open connection while the server stops is served like the rest.
    return503OnClosing: false,
    // odd-requests.ts refuses one without a host.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    // Profit and loss has an & in its path, and some clients escape it.
    rewriteUrl: ({ url }) => (url ?? "/").replace(/^([^?]*)%26/, "$1&"),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: answeringBadAddress(headers),
    clientErrorHandler: answeringClientError(headers),
  });
  const exchanges = trackExchanges(app.server);
  limitConnections(app.server, exchanges, {
    perAddress: parts.config.connectionsPerAddress,
    proxies,
  });
  stopWithoutClients(app, exchanges);
  takeTurns(app, exchanges);
  app.addHook("onClose", () => parts.throttle.budget.close());
  app.decorateRequest("live", null);
  app.decorateRequest("receivedAt", null as unknown as Date);
  // JSON is parsed after it is known who asks (API-2: 401 and 403 before 400).
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, body: string) => body,
  );
  answerFailures(app);
  nameLanguage(app);
  answerUnknownPath(app);
  addHeaders(app, headers);
  refuseOddRequests(app);
  dropUnreadBodies(app);
  await app.register(cookie);
  // Answers of some length; the web files are compressed at build.
  await app.register(compress, {
    threshold: 1_024,
    // Bodies come as they are: a small compressed one could unfold to any size.
    globalDecompression: false,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });

  const routes = endpointRoutes(app, parts);
  healthRoutes(app, routes, parts);
  apiDocsRoutes(app);
  answerRoutes(app, routes);
  authRoutes(routes, { ...parts, secrets });
  twoStepRoutes(routes, { ...parts, secrets });
  const fileReader = openFileReader({ worker: parts.readWorker });
  app.addHook("onClose", () => fileReader.stop());
  await memberRoutes(app, routes, { ...parts, secrets, fileReader });
  setupRoutes(routes, parts);
  invitationRoutes(routes, parts);
  figureRoutes(routes);
  decisionRoutes(routes);
  groupRoutes(routes, parts.db);
  auditorRoutes(routes, parts);
  auditRoutes(routes);
  await noticeRoutes(app, routes, { ...parts, secrets });
  proofRoutes(routes, parts.config);
  contributionRoutes(routes);
  loanRoutes(routes);
  fineRoutes(routes);
  approvalRoutes(routes);
  duesRoutes(routes);
  transactionRoutes(routes);
  reportRoutes(routes);
  reconciliationRoutes(routes);
  historyRoutes(routes);
  ledgerEntryRoutes(routes);
  const printer = openPrinter({ worker: parts.printWorker });
  app.addHook("onClose", () => printer.stop());
  accountingExportRoutes(routes, printingReports(printer, parts.config.publicUrl));
  documentRoutes(routes, { printer, publicUrl: parts.config.publicUrl });
  settlementRoutes(routes);
  const { ledger_entry: proposedEntry } = proposedPostings;
  proposalRoutes(routes, parts.db, {
    ...proposedPostings,
    ...proposedSettlements,
    unmatch: proposedUnmatch,
    ledger_entry: { ...proposedEntry, post: postingWithLines(postEntry, proposedEntry.post) },
  });
  await openingRoutes(app, routes, { ...parts, fileReader });
  await statementRoutes(app, routes, {
    ...parts,
    fileReader,
    postEntry,
    submit: {
      contribution: async (tx, by, paid) => (await payContribution(tx, by, paid)).contribution_id,
      loan_payment: async (tx, by, paid) => (await payLoan(tx, by, paid)).payment_id,
      fine_payment: async (tx, by, paid) => (await payFine(tx, by, paid)).payment_id,
      readBounds,
    },
  });
  badDebtRoutes(routes);
  await serveWeb(app, {
    root: parts.webRoot,
    publicUrl: parts.config.publicUrl,
    isSetupOpen: () => isSetupOpen(parts.db),
  });
  return app;
}
