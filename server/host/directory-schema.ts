// The tables of the directory: its groups, and what was done to them. It has no member, no amount and no password.
import type { Generated, Insertable, Selectable } from "kysely";

/** `creating` until its database is whole; `failing` when its database could not be opened. */
export type GroupState = "creating" | "active" | "updating" | "moving" | "failing" | "ended";

type GroupsTable = {
  number: Generated<number>;
  name: string;
  title: string;
  database: string;
  /** As its database has it in `group_identity`. */
  identity: string;
  state: GroupState;
  /** Sealed with the host's key. */
  pepper: Buffer;
  founder: string | null;
  created_at: Date;
  last_active_at: Date | null;
  /** The newest migration of its database. */
  schema: string | null;
  /** Why it could not be opened. */
  failing: string | null;
  /** When its next job is due; null while a server has it open. */
  wakes_at: Date | null;
};

type ChangesTable = {
  id: Generated<number>;
  at: Date;
  /** Such as `create`. */
  what: string;
  group_number: number;
  facts: unknown;
};

export type Directory = { groups: GroupsTable; changes: ChangesTable };
export type GroupRow = Selectable<GroupsTable>;
export type NewGroup = Insertable<GroupsTable>;

/** Each once, in this order. */
export const directoryMigrations: readonly { name: string; sql: string }[] = [
  {
    name: "001-groups",
    sql: `
CREATE TABLE groups (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  title text NOT NULL CHECK (title ~ '\\S'),
  database text NOT NULL UNIQUE,
  identity uuid NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('creating', 'active', 'updating', 'moving', 'failing', 'ended')),
  pepper bytea NOT NULL,
  founder text,
  created_at timestamptz NOT NULL,
  last_active_at timestamptz,
  schema text,
  failing text,
  wakes_at timestamptz
);
CREATE INDEX groups_by_waking ON groups (wakes_at) WHERE state = 'active' AND wakes_at IS NOT NULL;
CREATE TABLE changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  what text NOT NULL,
  group_number integer NOT NULL REFERENCES groups (number),
  facts jsonb NOT NULL
);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a change of a group stays as it was written';
END $$;
CREATE TRIGGER changes_keep BEFORE UPDATE OR DELETE ON changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER changes_no_truncate BEFORE TRUNCATE ON changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`,
  },
];

/** What the server's role may do, in the form of GRANT. */
export const directoryRights = `
GRANT SELECT, INSERT, UPDATE ON groups TO :role;
GRANT SELECT, INSERT ON changes TO :role;`;
