-- Every address is encrypted, as those of chat formats were. What is plain here can't be encrypted by SQL: the worker does
-- it when it starts, and until then it is read as it stands.
ALTER TABLE "webhook" ALTER COLUMN "url" DROP NOT NULL;

-- Nothing that anybody sees changes: `updated_at` stays, now and when the worker encrypts.
DROP TRIGGER "webhook_touch" ON "webhook";
UPDATE "webhook" SET "url" = NULL WHERE "url_sealed" IS NOT NULL;
CREATE TRIGGER "webhook_touch" BEFORE UPDATE ON "webhook" FOR EACH ROW
  WHEN (OLD.* *<> NEW.*
    AND NOT (OLD."url" IS NOT NULL AND NEW."url" IS NULL AND OLD."url_hash" = NEW."url_hash"))
  EXECUTE FUNCTION "touch_updated_at"();

ALTER TABLE "webhook" ADD CONSTRAINT "webhook_address" CHECK ("url" IS NOT NULL OR "url_sealed" IS NOT NULL);
