-- Wishes of strangers wait for a confirmation first. Processes of the version before insert `WAITING`, as until now.
-- Under load: brief lock on waitlist_wish
ALTER TABLE "waitlist_wish"
  DROP CONSTRAINT "waitlist_wish_status",
  DROP CONSTRAINT "waitlist_wish_ended",
  ADD CONSTRAINT "waitlist_wish_status"
    CHECK ("status" IN ('UNCONFIRMED', 'WAITING', 'OFFERED', 'BOOKED', 'EXPIRED', 'REMOVED')) NOT VALID,
  ADD CONSTRAINT "waitlist_wish_ended"
    CHECK (("ended_at" IS NULL) = ("status" IN ('UNCONFIRMED', 'WAITING', 'OFFERED'))) NOT VALID;

-- What is not confirmed wakes nobody.
DROP TRIGGER "waitlist_wish_waits" ON "waitlist_wish";
CREATE TRIGGER "waitlist_wish_waits" AFTER INSERT ON "waitlist_wish" FOR EACH ROW
  WHEN (NEW."status" = 'WAITING') EXECUTE FUNCTION "wake_waitlist_of_new"();
CREATE TRIGGER "waitlist_wish_confirmed" AFTER UPDATE ON "waitlist_wish" FOR EACH ROW
  WHEN (OLD."status" = 'UNCONFIRMED' AND NEW."status" = 'WAITING') EXECUTE FUNCTION "wake_waitlist_of_new"();
