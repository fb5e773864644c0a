-- As `working_hours` has it: a time outside the day would make every question about the calendar a fault.
ALTER TABLE "date_override" ADD CONSTRAINT "date_override_minutes" CHECK (
  0 <= ALL ("opens_minutes") AND 1439 >= ALL ("opens_minutes")
  AND 0 <= ALL ("closes_minutes") AND 1440 >= ALL ("closes_minutes")
  AND array_position("opens_minutes", NULL) IS NULL AND array_position("closes_minutes", NULL) IS NULL);
