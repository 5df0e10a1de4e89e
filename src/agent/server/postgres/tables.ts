/** The tables of tasks, as the steps that lead to them. A step that was published is never edited; a change is a step of its own. */
import type { Steps } from '../../../shared/postgres/migrate.ts'

export const agentSteps: Steps = {
  name: 'agent',
  steps: [
    // Texts that clients choose stand here as JSON: PostgreSQL refuses the character U+0000, and JSON escapes it.
    `
    -- Each value is a block of 100 keys.
    CREATE SEQUENCE $schema.keys;

    -- Processes that work on tasks. Their tasks are theirs until this time.
    CREATE TABLE $schema.processes (id text PRIMARY KEY, until timestamptz NOT NULL);

    -- owner is a hash, because rows of an index are short. head is the task without artifacts and history. seq is the place of
    -- the latest event. snapshot is the place up to which the events stand in snapshots, too. fence grows whenever another
    -- process becomes the writer. turn is what execute was called with, and null when no turn is under way. settled says
    -- that the task waits for its client or is over.
    CREATE TABLE $schema.tasks (
      key bigint PRIMARY KEY,
      owner bytea NOT NULL,
      id text COLLATE "C" NOT NULL,
      owner_text text NOT NULL,
      tenant text NOT NULL,
      caller text,
      context text,
      state text NOT NULL,
      at text COLLATE "C" NOT NULL,
      head text NOT NULL,
      bytes bigint NOT NULL,
      seq integer NOT NULL,
      snapshot integer NOT NULL,
      fence integer NOT NULL,
      holder text,
      turn text,
      settled boolean NOT NULL,
      UNIQUE (owner, id)
    ) WITH (fillfactor = 70);
    CREATE INDEX tasks_at ON $schema.tasks (owner, at DESC, id);
    CREATE INDEX tasks_age ON $schema.tasks (at);
    CREATE INDEX tasks_tenant ON $schema.tasks (tenant, at);
    CREATE INDEX tasks_turns ON $schema.tasks (key) WHERE turn IS NOT NULL;

    -- A task as JSON, cut into pieces.
    CREATE TABLE $schema.snapshots (
      task bigint NOT NULL,
      seq integer NOT NULL,
      part integer NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (task, seq, part)
    );

    -- The log of a task. Rows are added, and removed with the task or when they are old.
    CREATE TABLE $schema.events (
      task bigint NOT NULL,
      seq integer NOT NULL,
      at text NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (task, seq)
    );

    -- Messages that came, so that none has two turns: what each has led to, or the process that works on it.
    CREATE TABLE $schema.messages (
      name text PRIMARY KEY,
      holder text NOT NULL,
      task bigint,
      body text,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX messages_task ON $schema.messages (task);
    CREATE INDEX messages_at ON $schema.messages (at);

    -- Receivers of push notifications. sent is the latest event that the receiver has. next_at is null when it has all.
    CREATE TABLE $schema.push_configs (
      task bigint NOT NULL,
      id text NOT NULL,
      position bigint GENERATED ALWAYS AS IDENTITY,
      body text NOT NULL,
      sent integer NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      next_at timestamptz,
      holder text,
      until timestamptz,
      PRIMARY KEY (task, id)
    );
    CREATE INDEX push_configs_next ON $schema.push_configs (next_at) WHERE next_at IS NOT NULL;

    -- Work that one process does for all.
    CREATE TABLE $schema.leases (name text PRIMARY KEY, holder text NOT NULL, until timestamptz NOT NULL);
    `,
    `
    -- Until when its process works on a message that has led to nothing yet. Null: as long as the process lives.
    ALTER TABLE $schema.messages ADD COLUMN until timestamptz;
    `,
    `
    -- Grows whenever receivers of push notifications are saved.
    ALTER TABLE $schema.tasks ADD COLUMN configured integer NOT NULL DEFAULT 0;
    `,
    `
    -- The hash of who began the task: receivers are taken in turn from all callers.
    ALTER TABLE $schema.push_configs ADD COLUMN caller bytea NOT NULL DEFAULT '';
    UPDATE $schema.push_configs c SET caller = sha256(convert_to(coalesce(t.caller, t.owner_text), 'UTF8'))
      FROM $schema.tasks t WHERE t.key = c.task;
    CREATE INDEX push_configs_caller ON $schema.push_configs (caller, next_at) WHERE next_at IS NOT NULL;
    `,
  ],
}
