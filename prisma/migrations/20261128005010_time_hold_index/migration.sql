-- Finds the time of a hold. Few rows have one.
-- Under load: concurrent
CREATE UNIQUE INDEX CONCURRENTLY "calendar_hold_of_time_hold" ON "calendar_hold" ("organization_id", "time_hold_id")
  WHERE "time_hold_id" IS NOT NULL;
