-- When a client in the queue said "I am on my way".
ALTER TABLE "queue_entry" ADD COLUMN "on_my_way_at" TIMESTAMPTZ(6);

-- No field of the record shows it, so `updated_at` stays: whoever follows the list would find nothing that changed.
DROP TRIGGER "queue_entry_touch" ON "queue_entry";
CREATE TRIGGER "queue_entry_touch" BEFORE UPDATE ON "queue_entry" FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.* AND OLD."on_my_way_at" IS NOT DISTINCT FROM NEW."on_my_way_at")
  EXECUTE FUNCTION "touch_updated_at"();
