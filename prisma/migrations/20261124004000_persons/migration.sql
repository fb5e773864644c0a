-- A client who asked to be forgotten. Nothing new is made for such a row.
ALTER TABLE "client" ADD COLUMN "erased_at" TIMESTAMPTZ(6);

-- Whose traces are still being removed.
CREATE TABLE "client_erasure" (
  "organization_id" INTEGER NOT NULL,
  "client_id" INTEGER NOT NULL,
  "transaction_id" BIGINT NOT NULL,
  "asked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("client_id")
);

-- What came from a file, by the keyed hash of its `external_id`.
CREATE TABLE "imported_record" (
  "organization_id" INTEGER NOT NULL,
  "record" TEXT NOT NULL,
  "external_key" BYTEA NOT NULL,
  "record_id" INTEGER NOT NULL,
  "imported_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("organization_id", "record", "external_key")
);

-- Whom an entry of the audit and a kept answer are about, so that both can be found when the person is erased: also after
-- the record is gone.
ALTER TABLE "audit_entry" ADD COLUMN "client_id" INTEGER;
CREATE INDEX "audit_entry_by_client" ON "audit_entry" ("organization_id", "client_id", "created_at", "id") WHERE "client_id" IS NOT NULL;
ALTER TABLE "idempotency_receipt" ADD COLUMN "organization_id" INTEGER, ADD COLUMN "client_id" INTEGER;
CREATE INDEX "idempotency_receipt_by_client" ON "idempotency_receipt" ("client_id") WHERE "client_id" IS NOT NULL;

-- As before, with the client of each entry.
CREATE OR REPLACE FUNCTION "tell_changes"("of_organization" integer, "context" json, "entries" json) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  "written" integer;
BEGIN
  INSERT INTO "audit_entry" ("organization_id", "action", "record", "record_id", "client_id", "changes", "actor_type", "actor_id",
    "actor_name", "source", "request_id")
  SELECT "of_organization", entry."action", entry."record", entry."record_id", entry."client_id", entry."changes",
    "context" #>> '{actor,type}', "context" #>> '{actor,id}', "context" #>> '{actor,name}', "context" ->> 'source',
    "context" ->> 'request_id'
  FROM ROWS FROM (json_to_recordset("entries") AS ("action" text, "record" text, "record_id" text, "client_id" integer, "changes" json))
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

-- Whom an event is about: its client, or the client that the record names. Events have an index by it and no column, so
-- that nothing is written again for those that are there.
CREATE FUNCTION "event_client_id"("type" text, "payload" json) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN starts_with("type", 'client.') THEN ("payload" #>> '{object,id}')::integer
  ELSE ("payload" #>> '{object,client_id}')::integer END;
CREATE INDEX "event_by_client" ON "event" ("organization_id", "event_client_id"("type", "payload"), "sequence")
  WHERE "event_client_id"("type", "payload") IS NOT NULL;
