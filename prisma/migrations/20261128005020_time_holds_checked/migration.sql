-- Reads the rows without blocking them.
-- Under load: no locks
ALTER TABLE "calendar_hold" VALIDATE CONSTRAINT "calendar_hold_held";
ALTER TABLE "calendar_hold" VALIDATE CONSTRAINT "calendar_hold_organization_id_time_hold_id_fkey";
