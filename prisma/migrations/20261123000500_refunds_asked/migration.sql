-- Who asked for a deposit, and who confirmed one by hand. Null: the system, and nobody.
ALTER TABLE "deposit" ADD COLUMN "asked_by" JSONB;
ALTER TABLE "deposit" ADD COLUMN "confirmed_by" JSONB;
-- A deposit whose payment code was asked for and has not come.
CREATE INDEX "deposit_to_issue" ON "deposit" ("id") WHERE "status" = 'PENDING' AND "payment_code" IS NULL AND "charge_id" IS NOT NULL;

-- A refund is written before the payment provider is asked, so that one that was left half-way is found again.
CREATE TABLE "deposit_refund" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "deposit_id" INTEGER NOT NULL,
    "refund_id" TEXT NOT NULL,
    "amount" DECIMAL(12,2) NOT NULL,
    "asked_by" JSONB,
    "asked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "settled_at" TIMESTAMPTZ(6),

    CONSTRAINT "deposit_refund_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deposit_refund_amount" CHECK ("amount" > 0)
);
CREATE UNIQUE INDEX "deposit_refund_refund_id_key" ON "deposit_refund"("refund_id");
CREATE INDEX "deposit_refund_organization_id_deposit_id_id_idx" ON "deposit_refund"("organization_id", "deposit_id", "id");
CREATE UNIQUE INDEX "deposit_refund_one_open" ON "deposit_refund" ("deposit_id") WHERE "settled_at" IS NULL;
ALTER TABLE "deposit_refund" ADD CONSTRAINT "deposit_refund_organization_id_deposit_id_fkey" FOREIGN KEY ("organization_id", "deposit_id") REFERENCES "deposit"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Charges that must not be paid any more, until the provider knows it.
CREATE TABLE "charge_withdrawal" (
    "deposit_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,

    CONSTRAINT "charge_withdrawal_pkey" PRIMARY KEY ("deposit_id")
);
ALTER TABLE "charge_withdrawal" ADD CONSTRAINT "charge_withdrawal_organization_id_deposit_id_fkey" FOREIGN KEY ("organization_id", "deposit_id") REFERENCES "deposit"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The bank of the sandbox: all processes see one.
CREATE TABLE "sandbox_charge" (
    "id" TEXT NOT NULL,
    "amount" DECIMAL(12,2) NOT NULL,
    "payment_code" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(6),

    CONSTRAINT "sandbox_charge_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "sandbox_payment" (
    "id" TEXT NOT NULL,
    "charge_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "amount" DECIMAL(12,2) NOT NULL,
    "paid_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sandbox_payment_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sandbox_payment_charge_id_number_key" ON "sandbox_payment"("charge_id", "number");
ALTER TABLE "sandbox_payment" ADD CONSTRAINT "sandbox_payment_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "sandbox_charge"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE TABLE "sandbox_refund" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "amount" DECIMAL(12,2) NOT NULL,

    CONSTRAINT "sandbox_refund_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "sandbox_refund_payment_id_idx" ON "sandbox_refund"("payment_id");
ALTER TABLE "sandbox_refund" ADD CONSTRAINT "sandbox_refund_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"("id") ON DELETE CASCADE ON UPDATE CASCADE;
