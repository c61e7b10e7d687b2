// Everything in the connection's schema that keeps the books as they are, one row each: kind, name and definition. The same
// question is asked of the database and of what the migrations make anew.

const inSchema = (oid: string, catalog: string) =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;
const tables = `(SELECT * FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND ${inSchema("c.oid", "pg_class")})`;

export const schemaObjects = `
  SELECT kind, name, replace(definition, quote_ident(current_schema()) || '.', '') AS definition FROM (
    SELECT 'relation' AS kind, c.relname::text AS name,
           concat_ws(' ', c.relkind::text, c.relpersistence::text, c.relrowsecurity, c.relforcerowsecurity, c.relispartition,
                     CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid, true) END) AS definition
      FROM ${tables} c WHERE c.relkind NOT IN ('i', 'I', 't')
    UNION ALL
    SELECT 'column', c.relname || '.' || a.attname,
           concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, nullif(a.attidentity, ''), nullif(a.attgenerated, ''),
                     pg_get_expr(d.adbin, d.adrelid, true))
      FROM ${tables} c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE c.relkind IN ('r', 'p')
    UNION ALL
    -- A foreign key is kept by triggers of its own, which may be disabled.
    SELECT 'constraint', c.relname || '.' || k.conname,
           concat_ws(' ', pg_get_constraintdef(k.oid, true), k.convalidated, k.condeferrable, k.condeferred,
                     (SELECT string_agg(t.tgenabled::text, '' ORDER BY t.tgenabled) FROM pg_trigger t
                       WHERE t.tgconstraint = k.oid AND t.tgisinternal))
      FROM pg_constraint k JOIN ${tables} c ON c.oid = k.conrelid WHERE k.contype <> 'n'
    UNION ALL
    SELECT 'index', c.relname::text, concat_ws(' ', pg_get_indexdef(i.indexrelid, 0, true), i.indisunique, i.indisvalid, i.indisready,
                                               i.indislive, i.indimmediate)
      FROM pg_index i JOIN ${tables} c ON c.oid = i.indexrelid
    UNION ALL
    SELECT 'trigger', c.relname || '.' || t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid, true), t.tgenabled::text)
      FROM pg_trigger t JOIN ${tables} c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
    UNION ALL
    SELECT 'rule', c.relname || '.' || r.rulename, concat_ws(' ', pg_get_ruledef(r.oid, true), r.ev_enabled::text)
      FROM pg_rewrite r JOIN ${tables} c ON c.oid = r.ev_class WHERE r.rulename <> '_RETURN'
    UNION ALL
    SELECT 'policy', c.relname || '.' || p.polname, concat_ws(' ', p.polcmd::text, p.polpermissive, pg_get_expr(p.polqual, p.polrelid, true),
                                                              pg_get_expr(p.polwithcheck, p.polrelid, true))
      FROM pg_policy p JOIN ${tables} c ON c.oid = p.polrelid
    UNION ALL
    SELECT 'function', f.proname || '(' || pg_get_function_identity_arguments(f.oid) || ')',
           concat_ws(' ', pg_get_function_result(f.oid), l.lanname, f.prokind::text, f.provolatile::text, f.proparallel::text, f.prosecdef,
                     f.proisstrict, f.proconfig::text, encode(sha256(convert_to(f.prosrc, 'UTF8')), 'hex'))
      FROM pg_proc f JOIN pg_language l ON l.oid = f.prolang
     WHERE f.pronamespace = current_schema()::regnamespace AND ${inSchema("f.oid", "pg_proc")}
    UNION ALL
    SELECT 'account', code, class FROM accounts
    UNION ALL
    SELECT 'migration', name, 'applied' FROM migrations) objects`;
