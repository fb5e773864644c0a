-- A live organization without a connected bank charges no client: its team asks for the money. Codes of the sandbox that
-- its clients were shown move none, so these deposits become the team's, with the time that it has by default.
-- Under load: brief lock on organization; long lock on deposit
ALTER TABLE "organization" ADD COLUMN "manual_deposit_hours" INTEGER NOT NULL DEFAULT 24;
ALTER TABLE "organization" ADD CONSTRAINT "organization_manual_deposit_hours" CHECK ("manual_deposit_hours" >= 1) NOT VALID;

UPDATE "deposit" d SET "method" = 'MANUAL', "charge_id" = NULL, "payment_code" = NULL, "charge_fault" = NULL,
  "expires_at" = GREATEST(d."expires_at", LEAST(d."created_at" + interval '24 hours',
    coalesce((SELECT a."starts_at" FROM "appointment" a WHERE a."id" = d."appointment_id"), 'infinity')))
FROM "organization" o
WHERE o."id" = d."organization_id" AND o."livemode" AND d."status" = 'PENDING' AND d."connection_id" IS NULL AND d."method" = 'PIX';
