-- API processes remember keys, organizations and the operator's switch; they listen here for what changed.
-- A notice is sent at COMMIT. It names a row, never what is in it.
CREATE FUNCTION "notify_access_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', TG_TABLE_NAME || ' ' || coalesce(OLD."id", NEW."id"));
  RETURN NULL;
END $$;

-- When a key was last used is not something that a process needs to hear of.
CREATE TRIGGER "api_key_access" AFTER UPDATE OF "organization_id", "name", "scopes", "kind", "key_hash", "expires_at", "revoked_at" OR DELETE ON "api_key"
  FOR EACH ROW EXECUTE FUNCTION "notify_access_changed"();
CREATE TRIGGER "organization_access" AFTER UPDATE OR DELETE ON "organization"
  FOR EACH ROW EXECUTE FUNCTION "notify_access_changed"();
CREATE TRIGGER "operator_switch_access" AFTER INSERT OR UPDATE OR DELETE ON "operator_switch"
  FOR EACH ROW EXECUTE FUNCTION "notify_access_changed"();
