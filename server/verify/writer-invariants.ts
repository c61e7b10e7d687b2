// Checks who may write in the database besides the application (I60, SAFE-17): the server's role, its rights against
// rights.ts, owners, memberships, and settings that switch guards off. It reads PostgreSQL's catalogs, which every role may.
import { rights } from "#server/db/rights.ts";
import type { Invariant } from "./invariant.ts";

/** The two roles by name, the same one if the server works as the owner of the tables; and the owner's schema, with the tables. */
export type Roles = { server: string; owner: string; schema: string };

/** `isDangerous`: the server's role could exceed its rights, so the server does not start. */
export type WriterInvariant = Invariant & { isDangerous: boolean };

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const QUEUE = "graphile_worker";
const schemasOf = (schema: string) => `(${literal(schema)}, '${QUEUE}')`;
const nameOf = (oid: string) =>
  `coalesce((SELECT rolname FROM pg_roles WHERE oid = ${oid}), 'everybody')`;

/** The roles that `role` is a member of, itself included. A superuser is a member of no role by that. */
const rolesOf = (role: string) => `
  WITH RECURSIVE held (oid) AS (
    SELECT oid FROM pg_roles WHERE rolname = ${literal(role)}
    UNION SELECT m.roleid FROM pg_auth_members m JOIN held ON held.oid = m.member)
  SELECT oid FROM held`;

/** Who is a member of `role`, itself left out, also by way of another. */
const membersOf = (role: string) => `
  WITH RECURSIVE held (oid) AS (
    SELECT m.member FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid WHERE r.rolname = ${literal(role)}
    UNION SELECT m.member FROM pg_auth_members m JOIN held ON held.oid = m.roleid)
  SELECT oid FROM held`;

/** Each right that was granted on a table, view, sequence or column of ours: to whom, which, and whether they may pass it on. */
const grantedIn = (ours: string) => `
  SELECT n.nspname, c.relname, c.relkind, c.relowner, a.grantee, a.privilege_type, a.is_grantable
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN aclexplode(c.relacl) a
   WHERE n.nspname IN ${ours} AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
  UNION ALL
  SELECT n.nspname, c.relname || '.' || t.attname, c.relkind, c.relowner, a.grantee, a.privilege_type, a.is_grantable
    FROM pg_attribute t JOIN pg_class c ON c.oid = t.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   CROSS JOIN aclexplode(t.attacl) a WHERE n.nspname IN ${ours}`;

// What a guard of the books rests on, as it must be. `synchronous_commit` and `search_path` have checks of their own.
const SETTINGS: Readonly<Record<string, string>> = {
  session_replication_role: "origin",
  fsync: "on",
  full_page_writes: "on",
  row_security: "on",
  transform_null_equals: "off",
  array_nulls: "on",
  standard_conforming_strings: "on",
  check_function_bodies: "on",
  lo_compat_privileges: "off",
  default_transaction_read_only: "off",
  zero_damaged_pages: "off",
  ignore_checksum_failure: "off",
  ignore_system_indexes: "off",
  allow_system_table_mods: "off",
  local_preload_libraries: "",
  session_preload_libraries: "",
  role: "none",
};
const settings = Object.entries(SETTINGS)
  .map(([name, value]) => `(${literal(name)}, ${literal(value)})`)
  .join();

/**
 * The settings of this connection that switch a guard off, each as `name = value`. Read on a connection of the server's role: a
 * setting may come from the file, the database or the role. Whoever administers PostgreSQL may preload libraries for all.
 */
export const guardsSwitchedOff = (schema: string) => `
  SELECT s.name || ' = ' || s.setting AS found FROM pg_settings s JOIN (VALUES ${settings}) wanted (name, value) ON wanted.name = s.name
   WHERE s.setting <> wanted.value AND s.name NOT LIKE '%_preload_libraries'
  UNION ALL
  SELECT 'role = ' || current_setting('role') WHERE current_setting('role') <> 'none'
  UNION ALL
  SELECT 'synchronous_commit = off' WHERE current_setting('synchronous_commit') = 'off'
  UNION ALL
  SELECT 'search_path = ' || current_setting('search_path')
   WHERE (SELECT array_agg(name ORDER BY place) FROM unnest(current_schemas(true)) WITH ORDINALITY AS path (name, place)
           WHERE name NOT LIKE 'pg\\_temp\\_%')
         IS DISTINCT FROM ARRAY['pg_catalog', ${literal(schema)}]::name[]`;

/** About the server's role, when it is not the owner. */
const serverInvariants = ({ server }: Roles): readonly WriterInvariant[] => [
  {
    name: "server-role-is-plain",
    proves: ["I60"],
    isDangerous: true,
    holds:
      "The server's role is no superuser, makes no roles, copies no database and passes by no policy.",
    sql: `SELECT 0 AS id, rolname || ' has ' || name AS found
            FROM pg_roles CROSS JOIN LATERAL (VALUES ('SUPERUSER', rolsuper), ('CREATEROLE', rolcreaterole),
                                                     ('REPLICATION', rolreplication), ('BYPASSRLS', rolbypassrls)) attribute (name, held)
           WHERE rolname = ${literal(server)} AND held`,
  },
  {
    name: "server-role-is-in-no-role",
    proves: ["I60"],
    isDangerous: true,
    holds: "The server's role is a member of no other role, so it has no right of another.",
    sql: `SELECT 0 AS id, ${literal(server)} || ' is a member of ' || rolname AS found FROM pg_roles
           WHERE rolname <> ${literal(server)} AND oid IN (${rolesOf(server)})`,
  },
  {
    name: "server-role-owns-nothing",
    proves: ["I60"],
    isDangerous: true,
    holds: "The server's role owns nothing in this database, nor the database.",
    sql: `SELECT 0 AS id, ${literal(server)} || ' owns ' || pg_describe_object(d.classid, d.objid, d.objsubid) AS found
            FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid AND r.rolname = ${literal(server)}
           WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o'
             AND (d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
                  OR (d.classid, d.objid) = ('pg_database'::regclass, (SELECT oid FROM pg_database WHERE datname = current_database())))`,
  },
];

/**
 * What was granted to the server's role and to everybody. A server that works as the owner has no list to be held to: then it is what
 * everybody was granted, and the start is not refused for rights that PostgreSQL itself once granted to everybody in each database.
 */
const grantInvariants = ({ server, owner, schema }: Roles): readonly WriterInvariant[] => {
  const isOwner = server === owner;
  const theirs = isOwner
    ? "SELECT 0::oid AS oid"
    : `SELECT oid FROM pg_roles WHERE rolname = ${literal(server)} UNION ALL SELECT 0`;
  const runAsAnother = isOwner
    ? `f.proowner IN (${rolesOf(owner)}) AND has_function_privilege('public', f.oid, 'EXECUTE')`
    : `f.proowner <> (SELECT oid FROM pg_roles WHERE rolname = ${literal(server)})
             AND has_function_privilege(${literal(server)}, f.oid, 'EXECUTE')`;
  return [
    {
      name: "rights-as-listed",
      proves: ["I60"],
      isDangerous: true,
      holds:
        "On each table the server's role has no right but those listed, nor has everybody, and none may be passed on.",
      sql: `SELECT 0 AS id, format('%s may %s %s%s', ${nameOf("g.grantee")}, g.privilege_type, g.relname,
                                   CASE WHEN g.is_grantable THEN ', and pass it on' ELSE '' END) AS found
              FROM (${grantedIn(schemasOf(schema))}) g
              LEFT JOIN jsonb_each(${literal(JSON.stringify(rights))}::jsonb) listed ON listed.key = g.relname AND g.nspname <> '${QUEUE}'
             WHERE g.grantee IN (${theirs})
               AND (g.grantee = 0 OR g.is_grantable OR NOT CASE
                      WHEN g.relkind = 'S' THEN g.privilege_type IN ('SELECT', 'USAGE')
                      WHEN g.nspname = '${QUEUE}' THEN g.privilege_type = 'SELECT'
                           OR g.relkind = 'r' AND g.relname <> 'migrations' AND g.privilege_type IN ('INSERT', 'UPDATE', 'DELETE')
                      ELSE coalesce(listed.value ? g.privilege_type, false) END)`,
    },
    {
      name: "nothing-else-is-granted",
      proves: ["I60"],
      isDangerous: !isOwner,
      holds:
        "Neither the server's role nor everybody may make anything in the schemas or the database, set what only a superuser sets, or run a function as somebody else.",
      sql: `WITH theirs AS (${theirs})
            SELECT 0 AS id, format('%s may %s in schema %s', ${nameOf("a.grantee")}, a.privilege_type, n.nspname) AS found
              FROM pg_namespace n CROSS JOIN aclexplode(n.nspacl) a
             WHERE n.nspname IN ${schemasOf(schema)} AND a.grantee IN (SELECT oid FROM theirs) AND a.privilege_type <> 'USAGE'
            UNION ALL
            SELECT 0, format('%s may %s in database %s', ${nameOf("a.grantee")}, a.privilege_type, d.datname)
              FROM pg_database d CROSS JOIN aclexplode(d.datacl) a
             WHERE d.datname = current_database() AND a.grantee IN (SELECT oid FROM theirs) AND a.privilege_type = 'CREATE'
            UNION ALL
            SELECT 0, format('%s may %s %s', ${nameOf("a.grantee")}, a.privilege_type, p.parname)
              FROM pg_parameter_acl p CROSS JOIN aclexplode(p.paracl) a WHERE a.grantee IN (SELECT oid FROM theirs)
            UNION ALL
            SELECT 0, format('%s runs as %s', f.oid::regprocedure, ${nameOf("f.proowner")})
              FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace
             WHERE f.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND ${runAsAnother}
               AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e')`,
    },
  ];
};

/** About everybody, whatever role the server has. */
const commonInvariants = ({ server, owner, schema }: Roles): readonly WriterInvariant[] => [
  {
    name: "nobody-else-may-write",
    proves: ["I60"],
    isDangerous: false,
    holds:
      "No other role may change a table or make one, is given rights on tables to come, or acts as the server's role or the owner.",
    sql: `WITH owners AS (${rolesOf(owner)}),
               known AS (SELECT oid FROM owners UNION SELECT oid FROM pg_roles WHERE rolname = ${literal(server)} UNION SELECT 0)
          SELECT 0 AS id, format('%s may %s %s', ${nameOf("g.grantee")}, g.privilege_type, g.relname) AS found
            FROM (${grantedIn(schemasOf(schema))}) g
           WHERE g.grantee NOT IN (SELECT oid FROM known) AND g.grantee <> g.relowner AND g.privilege_type <> 'SELECT'
          UNION ALL
          SELECT 0, format('%s may %s in schema %s', ${nameOf("a.grantee")}, a.privilege_type, n.nspname)
            FROM pg_namespace n CROSS JOIN aclexplode(n.nspacl) a
           WHERE n.nspname IN ${schemasOf(schema)} AND a.privilege_type = 'CREATE' AND a.grantee <> n.nspowner AND a.grantee NOT IN (SELECT oid FROM known)
          UNION ALL
          SELECT 0, format('%s will get %s on what %s makes', ${nameOf("a.grantee")}, a.privilege_type, ${nameOf("d.defaclrole")})
            FROM pg_default_acl d CROSS JOIN aclexplode(d.defaclacl) a
           WHERE d.defaclrole IN (SELECT oid FROM owners) AND d.defaclobjtype IN ('r', 'S', 'n') AND a.grantee <> d.defaclrole
             AND a.privilege_type <> 'USAGE' AND (a.privilege_type <> 'SELECT' OR a.grantee = 0)
          UNION ALL
          SELECT 0, member.rolname || ' may write everywhere'
            FROM (${membersOf("pg_write_all_data")}) held JOIN pg_roles member ON member.oid = held.oid
           WHERE member.oid NOT IN (SELECT oid FROM known) AND NOT member.rolsuper AND NOT member.rolcreaterole
          UNION ALL
          SELECT 0, member.rolname || ' acts as ' || role.rolname
            FROM pg_auth_members m JOIN pg_roles role ON role.oid = m.roleid JOIN pg_roles member ON member.oid = m.member
           WHERE role.oid IN (SELECT oid FROM known) AND role.rolname !~ '^pg_' AND member.oid NOT IN (SELECT oid FROM known) AND NOT member.rolsuper
             -- Whoever makes a role may hand it on from PostgreSQL 16 on, and neither acts as it nor has its rights.
             AND (coalesce((to_jsonb(m) ->> 'set_option')::bool, true) OR coalesce((to_jsonb(m) ->> 'inherit_option')::bool, true))`,
  },
  {
    name: "owned-by-their-owner",
    proves: ["I60"],
    isDangerous: false,
    holds:
      "Every table and function is owned by the owner, and so are the schema and the database, or by who administers PostgreSQL.",
    sql: `WITH owners AS (${rolesOf(owner)}),
               trusted AS (SELECT oid FROM owners UNION SELECT oid FROM pg_roles WHERE rolsuper OR rolcreaterole OR rolname = 'pg_database_owner')
          SELECT 0 AS id, c.relname || ' is owned by ' || ${nameOf("c.relowner")} AS found
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE n.nspname IN ${schemasOf(schema)} AND c.relkind NOT IN ('i', 'I', 't', 'c') AND c.relowner NOT IN (SELECT oid FROM owners)
             AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
          UNION ALL
          SELECT 0, f.oid::regprocedure || ' is owned by ' || ${nameOf("f.proowner")}
            FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace
           WHERE n.nspname IN ${schemasOf(schema)} AND f.proowner NOT IN (SELECT oid FROM owners)
             AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e')
          UNION ALL
          SELECT 0, 'schema ' || nspname || ' is owned by ' || ${nameOf("nspowner")} FROM pg_namespace
           WHERE nspname IN ${schemasOf(schema)} AND nspowner NOT IN (SELECT oid FROM trusted)
          UNION ALL
          SELECT 0, 'database ' || datname || ' is owned by ' || ${nameOf("datdba")} FROM pg_database
           WHERE datname = current_database() AND datdba NOT IN (SELECT oid FROM trusted)`,
  },
  {
    name: "settings-keep-the-guards",
    proves: ["I60"],
    isDangerous: false,
    holds:
      "No setting of the database or of a role switches off what guards the books, or puts other functions before PostgreSQL's own.",
    sql: `SELECT 0 AS id, setting || coalesce(' for ' || (SELECT rolname FROM pg_roles WHERE oid = s.setrole), '') AS found
            FROM pg_db_role_setting s CROSS JOIN unnest(s.setconfig) setting
            JOIN (VALUES ${settings}, ('synchronous_commit', 'on'), ('search_path', ${literal(schema)})) wanted (name, value)
              ON wanted.name = split_part(setting, '=', 1)
           WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
             AND (s.setrole = 0 OR s.setrole IN (${rolesOf(owner)}) OR s.setrole IN (${rolesOf(server)}))
             AND CASE wanted.name
                   WHEN 'synchronous_commit' THEN setting LIKE '%=off'
                   WHEN 'search_path' THEN split_part(setting, '=', 2) NOT IN ('"$user", public', ${literal(schema)})
                   ELSE split_part(setting, '=', 2) IS DISTINCT FROM wanted.value END`,
  },
  {
    name: "nothing-acts-by-itself",
    proves: ["I60"],
    isDangerous: false,
    holds:
      "No event trigger acts when somebody signs in or alters the schema, and no subscription writes rows from another database.",
    sql: `SELECT 0 AS id, 'event trigger ' || t.evtname || ' runs ' || t.evtfoid::regprocedure AS found FROM pg_event_trigger t
           WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_event_trigger'::regclass AND d.objid = t.oid AND d.deptype = 'e')
          UNION ALL
          SELECT 0, 'subscription ' || subname FROM pg_subscription
           WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  },
];

/** What must hold of everybody who may write. If the server works as the owner, nothing holds it back, and only others are checked. */
export const writerInvariants = (roles: Roles): readonly WriterInvariant[] => [
  ...(roles.server === roles.owner ? [] : serverInvariants(roles)),
  ...grantInvariants(roles),
  ...commonInvariants(roles),
];

/** As `writerInvariants` for the embedded PostgreSQL, in which nobody else has a role. */
export const embeddedRoles = ({ server, owner }: Roles): Invariant => ({
  name: "no-other-role",
  proves: ["I60"],
  holds: "The embedded PostgreSQL has the owner's role and the server's, and no other.",
  sql: `SELECT 0 AS id, rolname || ' is a role that the application did not make' AS found FROM pg_roles
         WHERE rolname !~ '^pg_' AND rolname NOT IN (${literal(server)}, ${literal(owner)})`,
});
