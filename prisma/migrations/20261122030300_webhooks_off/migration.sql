-- Nothing is sent to an organization's webhooks while a feature that sending needs is off. What happens meanwhile waits
-- for a week; this says since when. It stays when the features come back, until the worker has seen it.
ALTER TABLE "organization" ADD COLUMN "webhooks_off_since" TIMESTAMPTZ(6);

-- As `hasFeature` has it: in the plan, and not switched off by the owner.
CREATE FUNCTION "sends_webhooks"("plan_features" text[], "switched_off" text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce("plan_features" @> ARRAY['api', 'webhooks'], false)
    AND NOT coalesce("switched_off" && ARRAY['api', 'webhooks'], false)
$$;

-- Whoever switches a feature off may say when it was, by another clock than the database's.
CREATE FUNCTION "note_webhooks_off"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."webhooks_off_since" IS NULL AND NOT "sends_webhooks"(NEW."plan_features", NEW."switched_off") THEN
    NEW."webhooks_off_since" := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "organization_webhooks_off"
  BEFORE INSERT OR UPDATE OF "plan_features", "switched_off", "webhooks_off_since" ON "organization"
  FOR EACH ROW EXECUTE FUNCTION "note_webhooks_off"();

UPDATE "organization" SET "webhooks_off_since" = clock_timestamp()
  WHERE NOT "sends_webhooks"("plan_features", "switched_off");

-- What the sweep looks for each minute.
CREATE INDEX "organization_webhooks_off" ON "organization" ("webhooks_off_since") WHERE "webhooks_off_since" IS NOT NULL;
