-- A process that alone counts rate limits keeps the windows in its memory. It listens for blocked addresses, and
-- gives the windows back when others count too.

-- Names the address, and until when it is blocked; 0: not at all. Without an address, any block may have changed.
CREATE FUNCTION "notify_address_blocked"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_LEVEL = 'STATEMENT' THEN
    PERFORM pg_notify('access_changed', TG_TABLE_NAME);
  ELSE
    PERFORM pg_notify('access_changed',
      TG_TABLE_NAME || ' ' || coalesce(NEW."blocked_until_ms", 0) || ' ' || coalesce(NEW."whose", OLD."whose"));
  END IF;
  RETURN NULL;
END $$;

-- Of addresses alone, not of sign-ins, which nobody remembers. A notice has a largest size; addresses are short.
CREATE TRIGGER "rate_limit_blocked" AFTER UPDATE OF "blocked_until_ms" ON "rate_limit_attempts"
  FOR EACH ROW WHEN (
    OLD."blocked_until_ms" <> NEW."blocked_until_ms"
    AND NEW."whose" NOT LIKE '%sign-in %' AND length(NEW."whose") <= 100
  ) EXECUTE FUNCTION "notify_address_blocked"();
CREATE TRIGGER "rate_limit_blocked_at_once" AFTER INSERT ON "rate_limit_attempts"
  FOR EACH ROW WHEN (
    NEW."blocked_until_ms" > 0
    AND NEW."whose" NOT LIKE '%sign-in %' AND length(NEW."whose") <= 100
  ) EXECUTE FUNCTION "notify_address_blocked"();
-- The purge deletes blocks that have ended: nobody need hear of those.
CREATE TRIGGER "rate_limit_unblocked" AFTER DELETE ON "rate_limit_attempts"
  FOR EACH ROW WHEN (
    OLD."blocked_until_ms" > unix_milliseconds()
    AND OLD."whose" NOT LIKE '%sign-in %' AND length(OLD."whose") <= 100
  ) EXECUTE FUNCTION "notify_address_blocked"();
CREATE TRIGGER "rate_limit_all_unblocked" AFTER TRUNCATE ON "rate_limit_attempts"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_address_blocked"();

-- Adds what was counted elsewhere: to the same window its count, in place of an older window the newer one. A window
-- that has begun in the meantime stays. Rows are locked as requests lock them: organizations before keys.
CREATE FUNCTION add_rate_limits(
    organization_ids INTEGER[],
    organization_minutes INTEGER[],
    organization_counts INTEGER[],
    key_ids TEXT[],
    key_seconds BIGINT[],
    second_counts INTEGER[],
    key_minutes INTEGER[],
    minute_counts INTEGER[],
    availability_minutes INTEGER[],
    availability_counts INTEGER[]
) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO rate_limit_organization AS kept (organization_id, minute, minute_count)
    SELECT * FROM unnest(organization_ids, organization_minutes, organization_counts) added (id, minute, count)
    ORDER BY added.id
    ON CONFLICT (organization_id) DO UPDATE SET
        minute = CASE WHEN kept.minute = excluded.minute + 1 THEN kept.minute ELSE excluded.minute END,
        minute_count = CASE kept.minute WHEN excluded.minute THEN kept.minute_count + excluded.minute_count
            WHEN excluded.minute + 1 THEN kept.minute_count ELSE excluded.minute_count END;
    INSERT INTO rate_limit_key AS kept
        (key_id, second, second_count, minute, minute_count, availability_minute, availability_count)
    SELECT * FROM unnest(key_ids, key_seconds, second_counts, key_minutes, minute_counts,
        availability_minutes, availability_counts) added (id)
    ORDER BY added.id
    ON CONFLICT (key_id) DO UPDATE SET
        second = CASE WHEN kept.second = excluded.second + 1 THEN kept.second ELSE excluded.second END,
        second_count = CASE kept.second WHEN excluded.second THEN kept.second_count + excluded.second_count
            WHEN excluded.second + 1 THEN kept.second_count ELSE excluded.second_count END,
        minute = CASE WHEN kept.minute = excluded.minute + 1 THEN kept.minute ELSE excluded.minute END,
        minute_count = CASE kept.minute WHEN excluded.minute THEN kept.minute_count + excluded.minute_count
            WHEN excluded.minute + 1 THEN kept.minute_count ELSE excluded.minute_count END,
        availability_minute = CASE WHEN kept.availability_minute = excluded.availability_minute + 1
            THEN kept.availability_minute ELSE excluded.availability_minute END,
        availability_count = CASE kept.availability_minute
            WHEN excluded.availability_minute THEN kept.availability_count + excluded.availability_count
            WHEN excluded.availability_minute + 1 THEN kept.availability_count ELSE excluded.availability_count END;
END $$;
