-- Which client a merged one has become, for good. A chain of merges leads to its end in one step.
CREATE TABLE "merged_client" (
    "organization_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "merged_into" INTEGER NOT NULL,
    "merged_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "merged_client_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "merged_client_organization_id_merged_into_idx" ON "merged_client"("organization_id", "merged_into");
ALTER TABLE "merged_client" ADD CONSTRAINT "merged_client_organization_id_merged_into_fkey" FOREIGN KEY ("organization_id", "merged_into") REFERENCES "client"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- All that a client has, to move it, and to see that nothing is left when the client goes.
CREATE INDEX "queue_entry_organization_id_client_id_idx" ON "queue_entry"("organization_id", "client_id");
CREATE INDEX "deposit_organization_id_client_id_idx" ON "deposit"("organization_id", "client_id");
