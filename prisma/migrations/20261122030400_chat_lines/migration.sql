-- A chat channel gets the events of an appointment in order. To know what goes first, everything that waited for the
-- channel was read for each message: two seconds of work with 20,000 that waited. The line is a column now, of what goes to chat.
ALTER TABLE "delivery" ADD COLUMN "line" TEXT;
UPDATE "delivery" d SET "line" = e."payload"->'object'->>'id'
  FROM "webhook" w, "event" e
  WHERE w."id" = d."webhook_id" AND w."format" LIKE 'chat%' AND d."state" = 'pending'
    AND d."event_type" LIKE 'appointment.%' AND e."event_day" = d."event_day" AND e."id" = d."event_id";
CREATE INDEX "delivery_line" ON "delivery" ("webhook_id", "line") WHERE "state" = 'pending' AND "line" IS NOT NULL;
