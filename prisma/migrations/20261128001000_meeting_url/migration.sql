-- The online rooms of services and professionals, which telemedicine bookings take over, and whether the room of an
-- appointment was set by hand.
-- Under load: brief lock on appointment, professional, service
ALTER TABLE "service" ADD COLUMN "meeting_url" TEXT;
ALTER TABLE "professional" ADD COLUMN "meeting_url" TEXT;
ALTER TABLE "appointment" ADD COLUMN "meeting_url_by_hand" BOOLEAN NOT NULL DEFAULT false;

-- No field of the record of a service shows its room, so `updated_at` stays.
DROP TRIGGER "service_touch" ON "service";
CREATE TRIGGER "service_touch" BEFORE UPDATE ON "service" FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'meeting_url' IS DISTINCT FROM to_jsonb(NEW) - 'meeting_url')
  EXECUTE FUNCTION "touch_updated_at"();
