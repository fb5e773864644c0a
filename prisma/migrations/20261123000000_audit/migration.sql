-- Who changed what. A change writes its entries in its own transaction, with its events.
CREATE TABLE "audit_entry" (
  "id" BIGSERIAL NOT NULL,
  "organization_id" INTEGER NOT NULL,
  "action" TEXT NOT NULL,
  "record" TEXT NOT NULL,
  "record_id" TEXT,
  "changes" JSON,
  "actor_type" TEXT NOT NULL,
  "actor_id" TEXT,
  "actor_name" TEXT,
  "source" TEXT NOT NULL,
  "request_id" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("organization_id", "id")
);
CREATE INDEX "audit_entry_organization_id_record_record_id_id_idx" ON "audit_entry" ("organization_id", "record", "record_id", "id");
-- Rows come in the order of time, so a small index finds those of old days.
CREATE INDEX "audit_entry_created_at" ON "audit_entry" USING brin ("created_at");

-- Which processes have dashboards that follow an organization. Only then is anybody notified of its changes: every
-- notice makes COMMITs wait for each other.
CREATE UNLOGGED TABLE "live_watch" (
  "organization_id" INTEGER NOT NULL,
  "process_id" TEXT NOT NULL,
  "seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("organization_id", "process_id")
);

-- How far the clock of a test organization is ahead of the real one. It never goes back, and no live organization has one.
ALTER TABLE "organization" ADD COLUMN "clock_ahead_seconds" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "organization" ADD CONSTRAINT "organization_clock" CHECK ("clock_ahead_seconds" >= 0 AND ("clock_ahead_seconds" = 0 OR NOT "livemode"));
CREATE FUNCTION "keep_clock_forward"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."clock_ahead_seconds" < OLD."clock_ahead_seconds" THEN
    RAISE EXCEPTION 'The clock of an organization does not go back.' USING ERRCODE = 'check_violation', CONSTRAINT = 'organization_clock';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "organization_clock" BEFORE UPDATE OF "clock_ahead_seconds" ON "organization"
  FOR EACH ROW EXECUTE FUNCTION "keep_clock_forward"();
