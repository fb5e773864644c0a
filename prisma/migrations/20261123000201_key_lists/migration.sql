-- Keys are listed in the order in which they were made, the revoked ones too.
CREATE INDEX "api_key_organization_id_created_at_id_idx" ON "api_key" ("organization_id", "created_at", "id");
DROP INDEX "api_key_organization_id_idx";
