-- Suspended organizations: since when and why, and what their owner had switched off before.
-- Under load: brief lock on organization
ALTER TABLE "organization"
  ADD COLUMN "suspended_at" TIMESTAMPTZ(6),
  ADD COLUMN "suspended_reason" TEXT,
  ADD COLUMN "suspended_switches" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
