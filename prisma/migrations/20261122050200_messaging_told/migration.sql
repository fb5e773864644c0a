-- The messaging connection is cached with its organization, so a change of it is told as one of the organization.
CREATE FUNCTION "notify_organization_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', 'organization ' || coalesce(NEW."organization_id", OLD."organization_id"));
  RETURN NULL;
END $$;

CREATE TRIGGER "messaging_connection_access" AFTER INSERT OR UPDATE OR DELETE ON "messaging_connection"
  FOR EACH ROW EXECUTE FUNCTION "notify_organization_changed"();
