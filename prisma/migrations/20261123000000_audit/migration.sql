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
  PRIMARY KEY ("organization_id", "created_at", "id")
);
-- It is read newest first, within one organization: everything, or by what was done, who did it, or one record. Old entries
-- are found by organization.
CREATE INDEX "audit_entry_organization_id_record_record_id_created_at_id_idx" ON "audit_entry" ("organization_id", "record", "record_id", "created_at", "id");
CREATE INDEX "audit_entry_organization_id_action_created_at_id_idx" ON "audit_entry" ("organization_id", "action", "created_at", "id");
CREATE INDEX "audit_entry_organization_id_actor_type_actor_id_created_at__idx" ON "audit_entry" ("organization_id", "actor_type", "actor_id", "created_at", "id");

-- Which processes have dashboards that follow an organization. Only then is anybody notified of its changes: every
-- notice makes COMMITs wait for each other.
CREATE UNLOGGED TABLE "live_watch" (
  "organization_id" INTEGER NOT NULL,
  "process_id" TEXT NOT NULL,
  "seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("organization_id", "process_id")
);

-- Writes entries of the audit, and tells the processes in which somebody follows the organization. Each entry has
-- `action`, `record`, `record_id`, `changes` and `room`; the room is null when an event tells of the change. The notice is
-- `<organization>` for events, and `<organization> <room> <id>` otherwise. Where nobody follows, nobody is told: every
-- notice makes COMMITs wait for each other. A process that was killed leaves its rows in "live_watch": one that was not renewed
-- for a minute wakes nobody.
CREATE FUNCTION "tell_changes"("of_organization" integer, "context" json, "entries" json) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  "written" integer;
BEGIN
  INSERT INTO "audit_entry" ("organization_id", "action", "record", "record_id", "changes", "actor_type", "actor_id",
    "actor_name", "source", "request_id")
  SELECT "of_organization", entry."action", entry."record", entry."record_id", entry."changes",
    "context" #>> '{actor,type}', "context" #>> '{actor,id}', "context" #>> '{actor,name}', "context" ->> 'source',
    "context" ->> 'request_id'
  FROM ROWS FROM (json_to_recordset("entries") AS ("action" text, "record" text, "record_id" text, "changes" json))
    WITH ORDINALITY AS entry
  ORDER BY entry."ordinality";
  GET DIAGNOSTICS "written" = ROW_COUNT;
  IF EXISTS (SELECT FROM "live_watch" WHERE "organization_id" = "of_organization"
    AND "seen_at" > clock_timestamp() - interval '60 seconds') THEN
    PERFORM pg_notify('organization_changed', told."message") FROM (
      SELECT DISTINCT concat_ws(' ', "of_organization", entry."room", CASE WHEN entry."room" IS NOT NULL THEN entry."record_id" END) AS "message"
      FROM json_to_recordset("entries") AS entry ("room" text, "record_id" text)) AS told;
  END IF;
  RETURN "written";
END $$;

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
