-- Whose a charge is, and that nobody else has it.
CREATE UNIQUE INDEX "deposit_charge_id_key" ON "deposit"("charge_id");
