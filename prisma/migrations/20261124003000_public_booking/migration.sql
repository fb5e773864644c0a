-- What a page sent with a random id, and what came of it: sent again, it has the same answer.
CREATE TABLE "public_submission" (
    "organization_id" INTEGER NOT NULL,
    "id_hash" BYTEA NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "appointment_id" INTEGER,
    "queue_entry_id" INTEGER,
    "link_version" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "public_submission_pkey" PRIMARY KEY ("organization_id","id_hash")
);
CREATE INDEX "public_submission_created_at_idx" ON "public_submission"("created_at");
CREATE INDEX "public_submission_organization_id_appointment_id_idx" ON "public_submission"("organization_id", "appointment_id");
CREATE INDEX "public_submission_organization_id_queue_entry_id_idx" ON "public_submission"("organization_id", "queue_entry_id");
ALTER TABLE "public_submission" ADD CONSTRAINT "public_submission_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "public_submission" ADD CONSTRAINT "public_submission_organization_id_appointment_id_fkey" FOREIGN KEY ("organization_id", "appointment_id") REFERENCES "appointment"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "public_submission" ADD CONSTRAINT "public_submission_organization_id_queue_entry_id_fkey" FOREIGN KEY ("organization_id", "queue_entry_id") REFERENCES "queue_entry"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Words that the service now uses in its own addresses.
UPDATE "organization" SET "slug" = "slug" || '-' || "id"
WHERE "slug" IN ('api', 'app', 'assets', 'calendar', 'docs', 'embed', 'healthz', 'mcp', 'metrics', 'payments', 'readyz', 'sandbox', 'static', 'trpc', 'webhooks');
