-- Where the clock of a test organization is being moved to. What becomes due on the way is done in order, by workers: one
-- that is killed leaves the rest to the next.
CREATE TABLE "clock_advance" (
  "organization_id" INTEGER NOT NULL,
  "target" TIMESTAMPTZ(6) NOT NULL,
  "moved_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("organization_id")
);
ALTER TABLE "clock_advance" ADD CONSTRAINT "clock_advance_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Timers ask all organizations by the real clock, and those that are ahead by their own.
CREATE INDEX "organization_clock_ahead" ON "organization" ("id") WHERE "clock_ahead_seconds" > 0;
CREATE INDEX "deposit_due_of_organization" ON "deposit" ("organization_id", "expires_at") WHERE "status" = 'PENDING';
CREATE INDEX "queue_entry_called" ON "queue_entry" ("organization_id", "call_expires_at") WHERE "status" = 'CALLED';
-- What is still open of any day, among all entries that ever were.
CREATE INDEX "queue_entry_open" ON "queue_entry" ("organization_id", "date") WHERE "status" IN ('WAITING', 'SKIPPED', 'CALLED');
