-- The day comes last in the keys of the daily tables. All rows of a partition are of one day, so an index that begins
-- with it finds nothing; but PostgreSQL does not know that before a day is analyzed. It took the key of `event` for as
-- good a way to one event as the index by id, and then read all events of the day for each delivery. The new keys also
-- serve what two indexes were for, so those go.
ALTER TABLE "event" DROP CONSTRAINT "event_pkey";
ALTER TABLE "event" ADD CONSTRAINT "event_pkey" PRIMARY KEY ("organization_id", "sequence", "event_day");
DROP INDEX "event_organization_id_sequence_idx";

-- With the day, so that a search by id and day has no reason to look at any other index.
DROP INDEX "event_id_idx";
CREATE INDEX "event_id_event_day_idx" ON "event" ("id", "event_day");

ALTER TABLE "delivery" DROP CONSTRAINT "delivery_pkey";
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_pkey" PRIMARY KEY ("event_id", "webhook_id", "run", "event_day");

ALTER TABLE "delivery_attempt" DROP CONSTRAINT "delivery_attempt_pkey";
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("id", "attempt_day");
DROP INDEX "delivery_attempt_by_id";
