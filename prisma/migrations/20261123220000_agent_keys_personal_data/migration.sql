-- What an agent reads of people is reduced, unless the owner lets its key show all of it.
ALTER TABLE "api_key"
  ADD COLUMN "show_full_personal_data" BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT "api_key_shows_full_to_agents" CHECK (NOT "show_full_personal_data" OR "kind" = 'agent');

-- API processes remember it with the key.
DROP TRIGGER "api_key_access" ON "api_key";
CREATE TRIGGER "api_key_access" AFTER UPDATE OF "organization_id", "name", "scopes", "kind", "key_hash", "expires_at", "revoked_at", "show_full_personal_data" OR DELETE ON "api_key"
  FOR EACH ROW EXECUTE FUNCTION "notify_access_changed"();
