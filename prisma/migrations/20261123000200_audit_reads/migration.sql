-- The audit is read newest first, within one organization: everything, or by what was done, who did it, or one record.
-- The primary key is in that order too, so the plain list needs no index of its own.
ALTER TABLE "audit_entry" DROP CONSTRAINT "audit_entry_pkey";
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("organization_id", "created_at", "id");
DROP INDEX "audit_entry_organization_id_record_record_id_id_idx";
CREATE INDEX "audit_entry_organization_id_record_record_id_created_at_id_idx" ON "audit_entry" ("organization_id", "record", "record_id", "created_at", "id");
CREATE INDEX "audit_entry_organization_id_action_created_at_id_idx" ON "audit_entry" ("organization_id", "action", "created_at", "id");
CREATE INDEX "audit_entry_organization_id_actor_type_actor_id_created_at__idx" ON "audit_entry" ("organization_id", "actor_type", "actor_id", "created_at", "id");
-- Old entries are found by organization, with the primary key.
DROP INDEX "audit_entry_created_at";

-- Writes entries of the audit, and tells the processes in which somebody follows the organization. Each entry has
-- `action`, `record`, `record_id`, `changes` and `room`; the room is null when an event tells of the change. The notice is
-- `<organization>` for events, and `<organization> <room> <id>` otherwise. Where nobody follows, nobody is told: every
-- notice makes COMMITs wait for each other.
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
  IF EXISTS (SELECT FROM "live_watch" WHERE "organization_id" = "of_organization") THEN
    PERFORM pg_notify('organization_changed', told."message") FROM (
      SELECT DISTINCT concat_ws(' ', "of_organization", entry."room", CASE WHEN entry."room" IS NOT NULL THEN entry."record_id" END) AS "message"
      FROM json_to_recordset("entries") AS entry ("room" text, "record_id" text)) AS told;
  END IF;
  RETURN "written";
END $$;
