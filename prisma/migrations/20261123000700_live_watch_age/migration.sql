-- A process that was killed leaves its rows in "live_watch". A row that was not renewed for a minute wakes nobody.
CREATE OR REPLACE FUNCTION "tell_changes"("of_organization" integer, "context" json, "entries" json) RETURNS integer LANGUAGE plpgsql AS $$
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
