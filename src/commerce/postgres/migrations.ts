/** The tables, as the steps that lead to them. A step that was published is never edited; a change is a step of its own. */
import type { Steps } from '../../shared/postgres/migrate.ts'
import { rebuildIndex, rebuildOptions } from './products.ts'

export const commerceSteps: Steps = {
  name: 'commerce',
  steps: [
    `
  CREATE TABLE $schema.products (
    id text PRIMARY KEY,
    position bigint GENERATED ALWAYS AS IDENTITY,
    body text NOT NULL,
    categories text[] NOT NULL,
    words tsvector NOT NULL
  );
  CREATE INDEX products_words ON $schema.products USING gin (words);
  CREATE INDEX products_categories ON $schema.products USING gin (categories);
  CREATE INDEX products_position ON $schema.products (position);

  CREATE TABLE $schema.identifiers (
    identifier text NOT NULL,
    product_id text NOT NULL REFERENCES $schema.products ON DELETE CASCADE,
    variant_id text,
    kind smallint NOT NULL,
    PRIMARY KEY (identifier, product_id)
  );
  CREATE INDEX identifiers_product ON $schema.identifiers (product_id);

  CREATE TABLE $schema.prices (
    product_id text NOT NULL REFERENCES $schema.products ON DELETE CASCADE,
    variant_id text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (product_id, variant_id, currency)
  );
  CREATE INDEX prices_amount ON $schema.prices (currency, amount);

  CREATE TABLE $schema.carts (
    id text PRIMARY KEY,
    owner text NOT NULL,
    version integer NOT NULL,
    body text NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX carts_expires_at ON $schema.carts (expires_at);

  CREATE TABLE $schema.answers (
    client text NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    digest text NOT NULL,
    status smallint NOT NULL,
    body text NOT NULL,
    keep_until bigint NOT NULL,
    CONSTRAINT answers_key PRIMARY KEY (client, operation, key)
  );
  CREATE INDEX answers_keep_until ON $schema.answers (keep_until);
  `,
    // The client's name was kept as it is; its hash fits into the index, however long the name.
    `UPDATE $schema.answers SET client = encode(sha256(convert_to(client, 'UTF8')), 'hex')`,
    // Scripts without spaces became part of the index.
    rebuildIndex,
    // A key belongs to its client, whatever the operation. Of two operations with one key the newer answer stays.
    `
  DELETE FROM $schema.answers AS old USING $schema.answers AS newer
    WHERE old.client = newer.client AND old.key = newer.key
    AND (old.keep_until, old.operation) < (newer.keep_until, newer.operation);
  ALTER TABLE $schema.answers DROP COLUMN operation;
  ALTER TABLE $schema.answers ADD CONSTRAINT answers_key PRIMARY KEY (client, key);
  `,
    // What variants differ in became a filter. Variants that are sold out have no rows.
    `
  CREATE TABLE IF NOT EXISTS $schema.options (
    product_id text NOT NULL REFERENCES $schema.products ON DELETE CASCADE,
    variant_id text NOT NULL,
    name text NOT NULL,
    label text NOT NULL
  );
  CREATE INDEX IF NOT EXISTS options_product ON $schema.options (product_id);
  CREATE INDEX IF NOT EXISTS options_label ON $schema.options (name, label);
  `,
    rebuildOptions,
    // Each part got a position of its own: a word at one place of two parts had lost one of them.
    rebuildIndex,
  ],
}
