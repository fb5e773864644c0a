-- `type` of the appointment list: where no appointment has a type, all of them were read to find none.
CREATE INDEX "appointment_organization_id_type_starts_at_id_idx" ON "appointment"("organization_id", "type", "starts_at", "id");
