-- `json` keeps a template as it was written, the order of its keys included; `jsonb` sorts them. `json` has
-- no equality, so the rows are compared as they are stored.
DROP TRIGGER "webhook_touch" ON "webhook";
ALTER TABLE "webhook" ALTER COLUMN "template" SET DATA TYPE JSON USING "template"::json;
CREATE TRIGGER "webhook_touch" BEFORE UPDATE ON "webhook" FOR EACH ROW WHEN (OLD.* *<> NEW.*) EXECUTE FUNCTION "touch_updated_at"();
