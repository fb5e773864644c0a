-- The account at a bank that an organization is paid into. It stays when another one is connected: refunds of what was
-- paid into it need it.
CREATE TABLE "payment_connection" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "account_sealed" BYTEA NOT NULL,
    "fault" TEXT,
    "fault_at" TIMESTAMPTZ(6),
    "notices_registered_at" TIMESTAMPTZ(6),
    "connected_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "disconnected_at" TIMESTAMPTZ(6),

    CONSTRAINT "payment_connection_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "payment_connection_organization_id_id_key" ON "payment_connection"("organization_id", "id");
CREATE UNIQUE INDEX "payment_connection_one_active" ON "payment_connection" ("organization_id") WHERE "disconnected_at" IS NULL;
ALTER TABLE "payment_connection" ADD CONSTRAINT "payment_connection_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Null: the sandbox.
ALTER TABLE "deposit" ADD COLUMN "connection_id" INTEGER;
-- Why the bank will never make a code of it. Null: nothing is wrong.
ALTER TABLE "deposit" ADD COLUMN "charge_fault" TEXT;
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_organization_id_connection_id_fkey" FOREIGN KEY ("organization_id", "connection_id") REFERENCES "payment_connection"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
DROP INDEX "deposit_to_issue";
CREATE INDEX "deposit_to_issue" ON "deposit" ("id") WHERE "status" = 'PENDING' AND "payment_code" IS NULL AND "charge_id" IS NOT NULL AND "charge_fault" IS NULL;

-- Every payment that was ever seen, and what was done with it.
CREATE TYPE "payment_outcome" AS ENUM ('ACCEPTED', 'LATE', 'SECOND', 'TOO_SMALL');
CREATE TABLE "payment" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "deposit_id" INTEGER NOT NULL,
    "end_to_end_id" TEXT NOT NULL,
    "amount" DECIMAL(12,2) NOT NULL,
    "paid_at" TIMESTAMPTZ(6) NOT NULL,
    "outcome" "payment_outcome" NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "payment_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payment_amount" CHECK ("amount" > 0)
);
CREATE UNIQUE INDEX "payment_organization_id_end_to_end_id_key" ON "payment"("organization_id", "end_to_end_id");
CREATE UNIQUE INDEX "payment_organization_id_id_key" ON "payment"("organization_id", "id");
CREATE INDEX "payment_organization_id_paid_at_id_idx" ON "payment"("organization_id", "paid_at", "id");
CREATE INDEX "payment_organization_id_deposit_id_id_idx" ON "payment"("organization_id", "deposit_id", "id");
-- One payment pays for a deposit.
CREATE UNIQUE INDEX "payment_one_accepted" ON "payment" ("deposit_id") WHERE "outcome" = 'ACCEPTED';
ALTER TABLE "payment" ADD CONSTRAINT "payment_organization_id_deposit_id_fkey" FOREIGN KEY ("organization_id", "deposit_id") REFERENCES "deposit"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A refund gives back what was paid for the deposit, or what came beside it: a payment that does not count, or an excess.
ALTER TABLE "deposit_refund" ADD COLUMN "payment_id" INTEGER;
ALTER TABLE "deposit_refund" ADD COLUMN "of_deposit" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "deposit_refund" ADD COLUMN "rejected_at" TIMESTAMPTZ(6);
ALTER TABLE "deposit_refund" ADD COLUMN "rejection" TEXT;
ALTER TABLE "deposit_refund" ADD COLUMN "retry_of" INTEGER;
CREATE UNIQUE INDEX "deposit_refund_retry_of_key" ON "deposit_refund"("retry_of");
ALTER TABLE "deposit_refund" ADD CONSTRAINT "deposit_refund_retry_of_fkey" FOREIGN KEY ("retry_of") REFERENCES "deposit_refund"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deposit_refund" ADD CONSTRAINT "deposit_refund_organization_id_payment_id_fkey" FOREIGN KEY ("organization_id", "payment_id") REFERENCES "payment"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deposit_refund" ADD CONSTRAINT "deposit_refund_one_end" CHECK ("settled_at" IS NULL OR "rejected_at" IS NULL);
ALTER TABLE "deposit_refund" ADD CONSTRAINT "deposit_refund_beside" CHECK ("of_deposit" OR "payment_id" IS NOT NULL);
DROP INDEX "deposit_refund_one_open";
CREATE UNIQUE INDEX "deposit_refund_one_open" ON "deposit_refund" ("deposit_id") WHERE "of_deposit" AND "settled_at" IS NULL AND "rejected_at" IS NULL;
-- What came beside a deposit goes back once.
CREATE UNIQUE INDEX "deposit_refund_once" ON "deposit_refund" ("payment_id") WHERE NOT "of_deposit" AND "rejected_at" IS NULL;
CREATE INDEX "deposit_refund_open" ON "deposit_refund" ("id") WHERE "settled_at" IS NULL AND "rejected_at" IS NULL;

-- Ids of the Pix API are letters and digits alone. A refund that is under way keeps the id that its bank knows.
INSERT INTO "payment" ("organization_id", "deposit_id", "end_to_end_id", "amount", "paid_at", "outcome")
SELECT d."organization_id", d."id", s."id", s."amount", s."paid_at", 'ACCEPTED'
FROM "deposit" d JOIN "sandbox_payment" s ON s."charge_id" = d."charge_id" AND s."number" = 1
WHERE d."status" IN ('PAID', 'REFUNDED') AND d."confirmed_by" IS NULL;
UPDATE "deposit_refund" r SET "payment_id" = p."id" FROM "payment" p WHERE p."deposit_id" = r."deposit_id" AND p."outcome" = 'ACCEPTED';
-- Money that came too late is asked back in the transaction that notices it; before, a timer looked for it.
INSERT INTO "deposit_refund" ("organization_id", "deposit_id", "refund_id", "amount", "payment_id")
SELECT d."organization_id", d."id", 'deposit-' || d."id" || '-' || d."refunded_amount", d."paid_amount" - d."refunded_amount", p."id"
FROM "deposit" d LEFT JOIN "payment" p ON p."deposit_id" = d."id" AND p."outcome" = 'ACCEPTED'
WHERE d."status" = 'PAID' AND d."expired_at" IS NOT NULL AND d."paid_amount" > d."refunded_amount"
  AND NOT EXISTS (SELECT FROM "deposit_refund" r WHERE r."deposit_id" = d."id" AND r."settled_at" IS NULL);
DROP INDEX "deposit_to_give_back";

-- How the bank of the sandbox treats refunds of a charge: `settle`, `wait` or `reject`.
ALTER TABLE "sandbox_charge" ADD COLUMN "refunds" TEXT NOT NULL DEFAULT 'settle';
-- `PENDING`, `SETTLED` or `REJECTED`.
ALTER TABLE "sandbox_refund" ADD COLUMN "status" TEXT NOT NULL DEFAULT 'SETTLED';
