-- The history of moves: what the event tells, and the reason, which only the team sees.
CREATE TABLE "appointment_move" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "appointment_id" INTEGER NOT NULL,
    "from_starts_at" TIMESTAMPTZ(6) NOT NULL,
    "to_starts_at" TIMESTAMPTZ(6) NOT NULL,
    "from_professional_id" INTEGER NOT NULL,
    "to_professional_id" INTEGER NOT NULL,
    "reason" TEXT,
    "actor" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "appointment_move_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "appointment_move_appointment_id_id_idx" ON "appointment_move"("appointment_id", "id");

ALTER TABLE "appointment_move" ADD CONSTRAINT "appointment_move_organization_id_appointment_id_fkey"
  FOREIGN KEY ("organization_id", "appointment_id") REFERENCES "appointment"("organization_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE;
