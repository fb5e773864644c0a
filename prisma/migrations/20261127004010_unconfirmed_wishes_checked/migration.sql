-- Reads the rows without keeping anybody from them.
-- Under load: no locks
ALTER TABLE "waitlist_wish" VALIDATE CONSTRAINT "waitlist_wish_status";
ALTER TABLE "waitlist_wish" VALIDATE CONSTRAINT "waitlist_wish_ended";
