-- Holds: time that a caller of the API keeps for minutes, before it is booked.
-- Under load: brief lock on appointment, calendar_hold, organization, professional
CREATE TABLE "time_hold" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "appointment_id" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'HELD',
    "service_ids" INTEGER[] NOT NULL,
    "starts_at" TIMESTAMPTZ(6) NOT NULL,
    "ends_at" TIMESTAMPTZ(6) NOT NULL,
    "price" DECIMAL(12,2),
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "caller_id" TEXT NOT NULL,
    "caller_name" TEXT NOT NULL,
    "holder" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "time_hold_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "time_hold_status" CHECK ("status" IN ('HELD', 'BOOKED', 'RELEASED')),
    CONSTRAINT "time_hold_booked" CHECK (("appointment_id" IS NULL) = ("status" <> 'BOOKED')),
    CONSTRAINT "time_hold_order" CHECK ("starts_at" < "ends_at")
);
CREATE UNIQUE INDEX "time_hold_organization_id_id_key" ON "time_hold"("organization_id", "id");
CREATE INDEX "time_hold_organization_id_appointment_id_idx" ON "time_hold"("organization_id", "appointment_id");
CREATE INDEX "time_hold_organization_id_holder_created_at_idx" ON "time_hold"("organization_id", "holder", "created_at");
CREATE INDEX "time_hold_created_at_idx" ON "time_hold"("created_at");
-- Those that are counted, and the next that a test clock meets.
CREATE INDEX "time_hold_held" ON "time_hold" ("organization_id", "expires_at") WHERE "status" = 'HELD';
ALTER TABLE "time_hold" ADD CONSTRAINT "time_hold_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "time_hold" ADD CONSTRAINT "time_hold_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "time_hold" ADD CONSTRAINT "time_hold_organization_id_appointment_id_fkey" FOREIGN KEY ("organization_id", "appointment_id") REFERENCES "appointment"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The time itself is a row of the calendar, as that of an offer is.
ALTER TABLE "calendar_hold" ADD COLUMN "time_hold_id" INTEGER;
ALTER TABLE "calendar_hold"
  DROP CONSTRAINT "calendar_hold_offer",
  ADD CONSTRAINT "calendar_hold_held" CHECK (num_nonnulls("offer_id", "time_hold_id") = num_nonnulls("held_until")) NOT VALID,
  ADD CONSTRAINT "calendar_hold_organization_id_time_hold_id_fkey" FOREIGN KEY ("organization_id", "time_hold_id") REFERENCES "time_hold"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
