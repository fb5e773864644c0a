-- An organization is made for tests, or live, and stays what it is: its keys, payments and events say so.
CREATE FUNCTION "keep_livemode"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."livemode" <> OLD."livemode" THEN
    RAISE EXCEPTION 'An organization keeps its livemode.' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "organization_livemode" BEFORE UPDATE OF "livemode" ON "organization"
  FOR EACH ROW EXECUTE FUNCTION "keep_livemode"();
