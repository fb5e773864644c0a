-- When a client arrived, and when the visit began. Columns without a default are added without reading or writing a row.
-- Under load: brief lock on appointment
ALTER TABLE "appointment"
  ADD COLUMN "arrived_at" TIMESTAMPTZ(6),
  ADD COLUMN "started_at" TIMESTAMPTZ(6);
