-- Which visitor caused a message: a keyed hash of an address. Null: no visitor did, or the message is older. A column without
-- a default is added without reading or writing a row.
-- Under load: brief lock on message
ALTER TABLE "message" ADD COLUMN "visitor" TEXT;

-- As before, with `visitor`. Versions that do not send it write null.
CREATE OR REPLACE FUNCTION "write_messages"("of_organization" integer, "wanted" json) RETURNS integer LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = 'force_generic_plan' AS $$
DECLARE
  "ids" json;
BEGIN
  WITH "made" AS (
    INSERT INTO "message" ("id", "organization_id", "direction", "purpose", "channel", "status", "client_id", "recipient",
      "address", "language", "record", "record_id", "cause", "about", "visitor", "next_attempt_at")
    SELECT one."id", "of_organization", 'OUTBOUND', one."purpose", way."channel", 'QUEUED', c."id",
      CASE way."channel" WHEN 'whatsapp' THEN c."phone" ELSE c."email" END,
      CASE way."channel" WHEN 'whatsapp' THEN c."phone_key" ELSE c."email" END,
      o."language", one."record", one."record_id", one."cause", one."about", one."visitor", coalesce(one."at", to_timestamp(0))
    FROM ROWS FROM (json_to_recordset("wanted") AS ("id" text, "purpose" text, "record" text, "record_id" int,
      "client_id" int, "cause" text, "about" json, "visitor" text, "at" timestamptz)) WITH ORDINALITY AS one
    JOIN "client" c ON c."organization_id" = "of_organization" AND c."id" = one."client_id"
    JOIN "organization" o ON o."id" = "of_organization"
    LEFT JOIN "messaging_connection" m ON m."organization_id" = "of_organization" AND m."status" = 'CONNECTED'
      AND (m."channel" <> 'own' OR ('messaging_own_number' = ANY(o."plan_features") AND 'messaging_own_number' <> ALL(o."switched_off")))
    LEFT JOIN "messaging_contact" k ON k."organization_id" = m."organization_id" AND k."channel" = 'whatsapp'
      AND k."address" = c."phone_key" AND k."opted_in_at" IS NOT NULL
    CROSS JOIN LATERAL (SELECT CASE WHEN k."address" IS NOT NULL AND c."phone" IS NOT NULL THEN 'whatsapp'
      WHEN c."email" IS NOT NULL THEN 'email' END AS "channel") AS way
    WHERE way."channel" IS NOT NULL
    ORDER BY one."ordinality"
    ON CONFLICT DO NOTHING
    RETURNING "id", "next_attempt_at")
  SELECT json_agg("id") INTO "ids" FROM "made" WHERE "next_attempt_at" = to_timestamp(0);
  IF "ids" IS NOT NULL THEN
    PERFORM graphile_worker.add_job('send_messages', json_build_object('message_ids', "ids"));
  END IF;
  RETURN 1;
END $$;
