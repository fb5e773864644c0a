-- The order of `updated_since` on the lists that take it now.
CREATE INDEX "professional_organization_id_updated_at_id_idx" ON "professional"("organization_id", "updated_at", "id");
CREATE INDEX "service_organization_id_updated_at_id_idx" ON "service"("organization_id", "updated_at", "id");
CREATE INDEX "deposit_organization_id_updated_at_id_idx" ON "deposit"("organization_id", "updated_at", "id");
CREATE INDEX "queue_entry_organization_id_updated_at_id_idx" ON "queue_entry"("organization_id", "updated_at", "id");

-- Who was assigned last is still not part of the professional's record. What sets `updated_at` itself goes
-- through the same function, so that it only ever grows.
DROP TRIGGER "professional_touch" ON "professional";
CREATE TRIGGER "professional_touch" BEFORE UPDATE OF "name", "email", "role", "is_active", "registry", "updated_at" ON "professional"
  FOR EACH ROW WHEN (
    (OLD."name", OLD."email", OLD."role", OLD."is_active", OLD."registry", OLD."updated_at")
    IS DISTINCT FROM (NEW."name", NEW."email", NEW."role", NEW."is_active", NEW."registry", NEW."updated_at"))
  EXECUTE FUNCTION "touch_updated_at"();

-- `service_ids` stands in the record of a professional and names active services: whoever changes it
-- changes `updated_at` too. Rows are locked in the order of their ids, so that two such changes take turns.
CREATE FUNCTION "touch_professionals_of_service"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "professional"
    WHERE "id" IN (SELECT "professional_id" FROM "professional_service" WHERE "service_id" = NEW."id")
    ORDER BY "id" FOR NO KEY UPDATE;
  UPDATE "professional" SET "updated_at" = clock_timestamp() WHERE "id" IN (
    SELECT "professional_id" FROM "professional_service" WHERE "service_id" = NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "service_performed" AFTER UPDATE OF "is_active" ON "service"
  FOR EACH ROW WHEN (OLD."is_active" <> NEW."is_active") EXECUTE FUNCTION "touch_professionals_of_service"();

CREATE OR REPLACE FUNCTION "touch_service_performed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "service" SET "updated_at" = clock_timestamp() WHERE "id" = coalesce(NEW."service_id", OLD."service_id");
  UPDATE "professional" SET "updated_at" = clock_timestamp()
    WHERE "id" = coalesce(NEW."professional_id", OLD."professional_id");
  RETURN NULL;
END $$;

-- A service without notice or horizon of its own shows the organization's.
CREATE FUNCTION "touch_services_of_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "service" SET "updated_at" = clock_timestamp() WHERE "organization_id" = NEW."id" AND (
    ("min_advance_minutes" IS NULL AND OLD."min_advance_minutes" <> NEW."min_advance_minutes")
    OR ("max_advance_days" IS NULL AND OLD."max_advance_days" IS DISTINCT FROM NEW."max_advance_days"));
  RETURN NULL;
END $$;
CREATE TRIGGER "organization_defaults" AFTER UPDATE OF "min_advance_minutes", "max_advance_days" ON "organization"
  FOR EACH ROW WHEN (
    (OLD."min_advance_minutes", OLD."max_advance_days")
    IS DISTINCT FROM (NEW."min_advance_minutes", NEW."max_advance_days"))
  EXECUTE FUNCTION "touch_services_of_organization"();
