-- A record changes its `updated_at` where it shows something else: a professional does not show services that are not offered, and
-- a service no professionals who left.
-- Under load: no locks
CREATE OR REPLACE FUNCTION "touch_service_performed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "of_service" integer := coalesce(NEW."service_id", OLD."service_id");
  "of_professional" integer := coalesce(NEW."professional_id", OLD."professional_id");
BEGIN
  UPDATE "service" SET "updated_at" = clock_timestamp() WHERE "id" = "of_service"
    AND EXISTS (SELECT FROM "professional" WHERE "id" = "of_professional" AND "is_active");
  UPDATE "professional" SET "updated_at" = clock_timestamp() WHERE "id" = "of_professional"
    AND EXISTS (SELECT FROM "service" WHERE "id" = "of_service" AND "is_active");
  RETURN NULL;
END $$;
