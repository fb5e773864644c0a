-- Which records a visitor wants to hear of by WhatsApp, and on which phone: where nothing else is known of the phone.
-- Under load: brief lock on organization
CREATE TABLE "whatsapp_consent" (
  "organization_id" INTEGER NOT NULL,
  "record" TEXT NOT NULL,
  "record_id" INTEGER NOT NULL,
  "address" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("organization_id", "record", "record_id")
);
CREATE INDEX "whatsapp_consent_organization_id_address_idx" ON "whatsapp_consent" ("organization_id", "address");
ALTER TABLE "whatsapp_consent" ADD CONSTRAINT "whatsapp_consent_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- As before, with these consents.
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
      AND k."address" = c."phone_key"
    LEFT JOIN "deposit" d ON one."record" = 'deposit' AND d."organization_id" = "of_organization" AND d."id" = one."record_id"
    LEFT JOIN "waitlist_offer" f ON one."record" = 'waitlist_offer' AND f."organization_id" = "of_organization" AND f."id" = one."record_id"
    LEFT JOIN "whatsapp_consent" w ON w."organization_id" = m."organization_id" AND w."address" = c."phone_key"
      AND w."record" = CASE WHEN d."appointment_id" IS NOT NULL THEN 'appointment' WHEN d."id" IS NOT NULL THEN 'queue_entry'
        WHEN f."id" IS NOT NULL THEN 'waitlist_wish' ELSE one."record" END
      AND w."record_id" = coalesce(d."appointment_id", d."queue_entry_id", f."wish_id", one."record_id")
    CROSS JOIN LATERAL (SELECT CASE WHEN c."phone" IS NOT NULL AND (k."opted_in_at" IS NOT NULL
        OR (k."address" IS NULL AND w."address" IS NOT NULL)) THEN 'whatsapp'
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
