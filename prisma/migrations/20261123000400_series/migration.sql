-- The appointments of a series, which few appointments belong to.
CREATE INDEX "appointment_series" ON "appointment" ("organization_id", "recurrence_id") WHERE "recurrence_id" IS NOT NULL;
