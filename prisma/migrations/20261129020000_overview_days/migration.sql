-- What the overview counted of days that are over, kept until an appointment of the day changes. The table is empty, and the
-- trigger finds nothing to delete for the days that are still to come.
-- Under load: brief lock on appointment, organization
CREATE TABLE "overview_day" (
    "organization_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "time_zone" TEXT NOT NULL,
    "counts_from" BIGINT,
    "counted" JSON,

    CONSTRAINT "overview_day_pkey" PRIMARY KEY ("organization_id", "date")
);
ALTER TABLE "overview_day" ADD CONSTRAINT "overview_day_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION "forget_overview_day"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The date by UTC is at most one off from that of any time zone.
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "overview_day" d WHERE d."organization_id" = OLD."organization_id"
      AND d."date" BETWEEN (OLD."starts_at" AT TIME ZONE 'UTC')::date - 1 AND (OLD."starts_at" AT TIME ZONE 'UTC')::date + 1
      AND d."date" = (OLD."starts_at" AT TIME ZONE d."time_zone")::date;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    DELETE FROM "overview_day" d WHERE d."organization_id" = NEW."organization_id"
      AND d."date" BETWEEN (NEW."starts_at" AT TIME ZONE 'UTC')::date - 1 AND (NEW."starts_at" AT TIME ZONE 'UTC')::date + 1
      AND d."date" = (NEW."starts_at" AT TIME ZONE d."time_zone")::date;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "forget_overview_day" AFTER INSERT OR UPDATE OR DELETE ON "appointment"
  FOR EACH ROW EXECUTE FUNCTION "forget_overview_day"();
