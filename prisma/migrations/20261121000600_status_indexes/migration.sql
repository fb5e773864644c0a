-- `status` of the appointment list: of 200,000 rows it read all to find the few that are PENDING.
CREATE INDEX "appointment_organization_id_status_starts_at_id_idx" ON "appointment"("organization_id", "status", "starts_at", "id");

-- What the timer of deposits looks for each minute, among all that were ever charged.
CREATE INDEX "deposit_due" ON "deposit" ("expires_at", "id") WHERE "status" = 'PENDING';
CREATE INDEX "deposit_to_give_back" ON "deposit" ("id") WHERE "status" = 'PAID' AND "expired_at" IS NOT NULL;
