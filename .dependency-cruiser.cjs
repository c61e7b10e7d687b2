// The dependency rule, executable: domain <- messages <- contract <- server, web; server and web never meet.
const tests = "\\.test\\.tsx?$|-for-tests\\.ts$|^tests/";

/** The rooms of server/core, the highest first: each imports only rooms below it. */
const rooms = [
  "identity",
  "invitations",
  "sharing",
  "daraja",
  "approvals",
  "offices",
  "lending",
  "bank-lines",
  "ledger",
  "file-reader",
  "meetings",
  "notices",
  "rotations",
  "funds",
  "opening",
  "waiting",
  "mail",
  "members",
  "bank-files",
  "verdicts",
  "spreadsheets",
  "requests",
  "pictures",
  "mpesa",
  "clock",
  "audit-log",
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycle",
      comment:
        "Whoever needs a part of web/later.ts fetches it on demand, and what it imports.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { pathNot: "^web/later\\.ts$" } },
    },
    {
      name: "no-orphan",
      severity: "error",
      from: { orphan: true, pathNot: ["\\.d\\.ts$", tests] },
      to: {},
    },
    {
      name: "domain-is-pure",
      comment: "Rules know no framework, no I/O and no other layer.",
      severity: "error",
      from: { path: "^domain/", pathNot: tests },
      to: { pathNot: "^domain/" },
    },
    {
      name: "messages-know-domain-only",
      severity: "error",
      from: { path: "^messages/", pathNot: tests },
      to: { pathNot: ["^messages/", "^domain/", "^node_modules/use-intl/"] },
    },
    {
      name: "contract-knows-domain-and-messages",
      severity: "error",
      from: { path: "^contract/", pathNot: tests },
      to: { pathNot: ["^contract/", "^domain/", "^messages/", "^node_modules/zod/"] },
    },
    {
      name: "server-never-meets-web",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(web|e2e|scripts|bench)/" },
    },
    {
      name: "web-never-meets-server",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(server|e2e|scripts|bench)/" },
    },
    {
      name: "web-knows-no-node",
      severity: "error",
      from: { path: "^web/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "server-features-are-apart",
      comment: "What two features need lives in server/core.",
      severity: "error",
      from: { path: "^server/features/([^/]+)/", pathNot: tests },
      to: { path: "^server/features/", pathNot: "^server/features/$1/" },
    },
    {
      name: "product-knows-no-tests-and-no-demo",
      severity: "error",
      from: { path: "^(domain|messages|contract|server|web)/", pathNot: tests },
      to: { path: "^(tests|demo|e2e|bench)/|-for-tests\\.ts$" },
    },
    {
      name: "server-core-below-features",
      severity: "error",
      from: { path: "^server/(core|db|platform)/", pathNot: tests },
      to: { path: "^server/(features|http|jobs|commands|app)" },
    },
    {
      name: "every-room-has-its-place",
      comment: "A new room of server/core goes into the list above.",
      severity: "error",
      from: {},
      to: { path: "^server/core/", pathNot: `^server/core/(${rooms.join("|")})/` },
    },
    ...rooms.slice(1).map((room, above) => ({
      name: "rooms-import-what-is-below",
      severity: "error",
      from: { path: `^server/core/${room}/`, pathNot: tests },
      to: { path: `^server/core/(${rooms.slice(0, above + 1).join("|")})/` },
    })),
    {
      name: "server-platform-and-db-below-core",
      severity: "error",
      from: { path: "^server/(db|platform)/", pathNot: tests },
      to: { path: "^server/core/" },
    },
    {
      name: "sql-stays-on-the-server-floor",
      comment:
        "Routes that have a file of their own read through queries and write through actions; a small feature is one file.",
      severity: "error",
      from: { path: "\\.routes\\.ts$", pathNot: "^server/features/health/" },
      to: { path: "^node_modules/(kysely|pg)/" },
    },
    {
      name: "web-features-are-apart",
      severity: "error",
      from: { path: "^web/features/([^/]+)/" },
      to: { path: "^web/features/", pathNot: "^web/features/$1/" },
    },
    {
      name: "web-features-below-pages",
      severity: "error",
      from: { path: "^web/features/" },
      to: { path: "^web/(pages|app)/" },
    },
    {
      name: "ui-knows-no-business",
      severity: "error",
      from: { path: "^web/ui/" },
      to: { path: ["^web/(app|api|pages|features|landing)/", "^contract/"] },
    },
    {
      name: "no-junk-drawer",
      severity: "error",
      from: {},
      to: {
        path: "(^|/)(utils?|helpers?|misc|common|shared|lib)(\\.tsx?$|/)",
        pathNot: "node_modules",
      },
    },
    {
      name: "no-undeclared-package",
      severity: "error",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "undetermined"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  },
};
