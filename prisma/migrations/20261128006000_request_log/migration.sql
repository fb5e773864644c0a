-- The request log: what keys asked, and what became of it.
-- Under load: no locks
CREATE TABLE "request_log" (
    "request_day" DATE NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "path_ids" JSONB NOT NULL,
    "status" SMALLINT NOT NULL,
    "code" TEXT,
    "faults" JSONB NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "is_replayed" BOOLEAN NOT NULL,
    "times" INTEGER NOT NULL,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("organization_id", "id", "request_day")
) PARTITION BY RANGE ("request_day");
CREATE TABLE "request_log_default" PARTITION OF "request_log" DEFAULT;
CREATE INDEX "request_log_organization_id_key_id_id_idx" ON "request_log"("organization_id", "key_id", "id");
-- The requests about a client, for the erasure.
CREATE INDEX "request_log_by_client" ON "request_log" ("organization_id", ("path_ids" ->> 'client_id'))
  WHERE "path_ids" ? 'client_id';

-- As before, of four tables.
CREATE OR REPLACE FUNCTION "make_day_partitions"("first" date, "last" date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  day_column text;
  day date;
  child text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('make_day_partitions'));
  FOR parent, day_column IN VALUES ('event', 'event_day'), ('delivery', 'event_day'), ('delivery_attempt', 'attempt_day'),
    ('request_log', 'request_day') LOOP
    day := "first";
    WHILE day <= "last" LOOP
      child := parent || '_' || to_char(day, 'YYYYMMDD');
      IF to_regclass(quote_ident(child)) IS NULL THEN
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', child, parent);
        EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I = %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
          parent || '_default', day_column, day, child);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, child, day, day + 1);
      END IF;
      day := day + 1;
    END LOOP;
  END LOOP;
END $$;
