-- `professional_ids` stands in the record of a service: whoever changes it changes `updated_at` too.
CREATE FUNCTION "touch_services_of_professional"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "service" SET "updated_at" = clock_timestamp() WHERE "id" IN (
    SELECT "service_id" FROM "professional_service" WHERE "professional_id" = NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "professional_performs" AFTER UPDATE OF "is_active" ON "professional"
  FOR EACH ROW WHEN (OLD."is_active" <> NEW."is_active") EXECUTE FUNCTION "touch_services_of_professional"();

CREATE FUNCTION "touch_service_performed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "service" SET "updated_at" = clock_timestamp() WHERE "id" = coalesce(NEW."service_id", OLD."service_id");
  RETURN NULL;
END $$;
CREATE TRIGGER "professional_service_touch" AFTER INSERT OR DELETE ON "professional_service"
  FOR EACH ROW EXECUTE FUNCTION "touch_service_performed"();
