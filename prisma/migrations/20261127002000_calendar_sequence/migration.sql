-- The SEQUENCE of an appointment's calendar entry. Until now it was the tenths of seconds between two times of the row, so
-- rows that are here, and those that processes of the version before still insert, start above all of these. Newer ones
-- are inserted with 0.
-- Under load: brief lock on appointment
ALTER TABLE "appointment" ADD COLUMN "calendar_sequence" INTEGER NOT NULL DEFAULT 1000000000;

CREATE FUNCTION "touch_appointment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := greatest(clock_timestamp(), OLD."updated_at" + interval '1 microsecond');
  -- What calendars show.
  IF (OLD."starts_at", OLD."ends_at", OLD."status", OLD."type", OLD."professional_id", OLD."client_id", OLD."notes",
      OLD."meeting_url", OLD."link_version")
    IS DISTINCT FROM (NEW."starts_at", NEW."ends_at", NEW."status", NEW."type", NEW."professional_id", NEW."client_id",
      NEW."notes", NEW."meeting_url", NEW."link_version") THEN
    NEW."calendar_sequence" := OLD."calendar_sequence" + 1;
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER "appointment_touch" ON "appointment";
CREATE TRIGGER "appointment_touch" BEFORE UPDATE ON "appointment" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "touch_appointment"();
