-- What a team writes about its clients and appointments for itself. Apart from the records, so that nothing that reads or shows a
-- record can show it, and a change of it is no change of the record.
-- Under load: brief lock on appointment, client
CREATE TABLE "client_team_note" (
    "organization_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "text" TEXT,
    CONSTRAINT "client_team_note_pkey" PRIMARY KEY ("organization_id", "client_id")
);
ALTER TABLE "client_team_note" ADD CONSTRAINT "client_team_note_organization_id_client_id_fkey" FOREIGN KEY ("organization_id", "client_id") REFERENCES "client"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "appointment_team_note" (
    "organization_id" INTEGER NOT NULL,
    "appointment_id" INTEGER NOT NULL,
    "text" TEXT,
    CONSTRAINT "appointment_team_note_pkey" PRIMARY KEY ("organization_id", "appointment_id")
);
ALTER TABLE "appointment_team_note" ADD CONSTRAINT "appointment_team_note_organization_id_appointment_id_fkey" FOREIGN KEY ("organization_id", "appointment_id") REFERENCES "appointment"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
