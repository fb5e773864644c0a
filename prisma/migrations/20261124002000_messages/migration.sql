-- Messages to clients, and what clients write. A change writes the messages that follow from its events in its own
-- transaction, and workers send them.
CREATE TABLE "message" (
  "id" TEXT NOT NULL,
  "organization_id" INTEGER NOT NULL,
  "direction" TEXT NOT NULL,
  "purpose" TEXT NOT NULL,
  "channel" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "client_id" INTEGER,
  "recipient" TEXT,
  "address" TEXT,
  "language" TEXT,
  "template" TEXT,
  "record" TEXT,
  "record_id" INTEGER,
  "cause" TEXT NOT NULL,
  "about" JSON,
  "subject" TEXT,
  "text" TEXT,
  "provider" TEXT,
  "provider_id" TEXT,
  "answers_id" TEXT,
  "error_code" TEXT,
  "error_message" TEXT,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(6),
  "calling_since" TIMESTAMPTZ(6),
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  "sent_at" TIMESTAMPTZ(6),
  "delivered_at" TIMESTAMPTZ(6),
  "read_at" TIMESTAMPTZ(6),
  "failed_at" TIMESTAMPTZ(6),
  PRIMARY KEY ("id"),
  CONSTRAINT "message_direction" CHECK ("direction" IN ('INBOUND', 'OUTBOUND')),
  CONSTRAINT "message_channel" CHECK ("channel" IN ('whatsapp', 'email')),
  CONSTRAINT "message_status" CHECK ("status" IN ('QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'RECEIVED', 'SKIPPED', 'UNKNOWN'))
);
ALTER TABLE "message" ADD CONSTRAINT "message_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER "message_touch" BEFORE UPDATE ON "message" FOR EACH ROW WHEN (OLD.* *<> NEW.*) EXECUTE FUNCTION "touch_updated_at"();

-- One message for one cause, however often its cause is looked at.
CREATE UNIQUE INDEX "message_organization_id_record_record_id_purpose_channel_ca_key"
  ON "message" ("organization_id", "record", "record_id", "purpose", "channel", "cause");
-- A platform repeats its notices.
CREATE UNIQUE INDEX "message_received_once" ON "message" ("organization_id", "provider", "provider_id") WHERE "direction" = 'INBOUND';
CREATE INDEX "message_organization_id_created_at_id_idx" ON "message" ("organization_id", "created_at", "id");
CREATE INDEX "message_organization_id_client_id_created_at_id_idx" ON "message" ("organization_id", "client_id", "created_at", "id");
-- What an address was sent, however much came from it.
CREATE INDEX "message_organization_id_channel_address_direction_created_a_idx" ON "message" ("organization_id", "channel", "address", "direction", "created_at");
CREATE INDEX "message_provider_id_idx" ON "message" ("provider_id");
-- What waits to be sent, and what was being sent when its process ended, among all messages that ever were.
CREATE INDEX "message_due" ON "message" ("next_attempt_at") WHERE "status" = 'QUEUED';
CREATE INDEX "message_due_of_organization" ON "message" ("organization_id", "next_attempt_at") WHERE "status" = 'QUEUED';
CREATE INDEX "message_calling" ON "message" ("calling_since") WHERE "calling_since" IS NOT NULL;

-- What is known of an address to which messages go: whether its owner agreed to get them, and wants reminders.
CREATE TABLE "messaging_contact" (
  "organization_id" INTEGER NOT NULL,
  "channel" TEXT NOT NULL,
  "address" TEXT NOT NULL,
  "opted_in_at" TIMESTAMPTZ(6),
  "last_received_at" TIMESTAMPTZ(6),
  "reminders_stopped_at" TIMESTAMPTZ(6),
  PRIMARY KEY ("organization_id", "channel", "address")
);
ALTER TABLE "messaging_contact" ADD CONSTRAINT "messaging_contact_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Texts that an organization has changed. The others are those of the catalogue.
CREATE TABLE "message_text" (
  "organization_id" INTEGER NOT NULL,
  "purpose" TEXT NOT NULL,
  "language" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  PRIMARY KEY ("organization_id", "purpose", "language")
);
ALTER TABLE "message_text" ADD CONSTRAINT "message_text_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the service needs to speak for an organization's own number. Apart from the connection, which every call reads.
CREATE TABLE "whatsapp_account" (
  "organization_id" INTEGER NOT NULL,
  "hook_id" TEXT NOT NULL,
  "phone_number_id" TEXT NOT NULL,
  "credentials_sealed" BYTEA NOT NULL,
  PRIMARY KEY ("organization_id")
);
ALTER TABLE "whatsapp_account" ADD CONSTRAINT "whatsapp_account_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "whatsapp_account_hook_id_key" ON "whatsapp_account" ("hook_id");

-- Up to which moment, by the clock of the organization, its reminders were looked at.
CREATE TABLE "reminder_progress" (
  "organization_id" INTEGER NOT NULL,
  "done_until" TIMESTAMPTZ(6) NOT NULL,
  PRIMARY KEY ("organization_id")
);
ALTER TABLE "reminder_progress" ADD CONSTRAINT "reminder_progress_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Writes messages to clients, and the job that sends them. Each is `{id, purpose, record, record_id, client_id, cause, about,
-- at}`. It goes by WhatsApp if the organization is connected and the client has a phone and has agreed, else by e-mail.
-- Whoever has neither gets none. One that is there already stays as it is. Without `at`, it is sent at once.
CREATE FUNCTION "write_messages"("of_organization" integer, "wanted" json) RETURNS integer LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = 'force_generic_plan' AS $$
DECLARE
  "ids" json;
BEGIN
  WITH "made" AS (
    INSERT INTO "message" ("id", "organization_id", "direction", "purpose", "channel", "status", "client_id", "recipient",
      "address", "language", "record", "record_id", "cause", "about", "next_attempt_at")
    SELECT one."id", "of_organization", 'OUTBOUND', one."purpose", way."channel", 'QUEUED', c."id",
      CASE way."channel" WHEN 'whatsapp' THEN c."phone" ELSE c."email" END,
      CASE way."channel" WHEN 'whatsapp' THEN c."phone_key" ELSE c."email" END,
      o."language", one."record", one."record_id", one."cause", one."about", coalesce(one."at", to_timestamp(0))
    FROM ROWS FROM (json_to_recordset("wanted") AS ("id" text, "purpose" text, "record" text, "record_id" int,
      "client_id" int, "cause" text, "about" json, "at" timestamptz)) WITH ORDINALITY AS one
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
