-- Locks the record of an idempotency key until the transaction ends, without waiting for it, and takes the
-- transaction id. Then it reads the record: each statement of a volatile function sees what was committed before
-- the statement, so the record is read under its lock. One row: whether the lock was free, and the record.
CREATE FUNCTION "claim_idempotency_record"("lock_key" bigint, "record_id" bytea) RETURNS TABLE (
  "is_free" boolean, "request_hash" bytea, "status" int, "content_type" text, "body" bytea, "expires_at" timestamptz
) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_current_xact_id();
  IF NOT pg_try_advisory_xact_lock("lock_key") THEN
    RETURN QUERY SELECT false, NULL::bytea, NULL::int, NULL::text, NULL::bytea, NULL::timestamptz;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT true, kept.request_hash, kept.status, kept.content_type, kept.body, kept.expires_at
    FROM (VALUES (1)) AS always LEFT JOIN idempotency_receipt AS kept ON kept.id = "record_id";
END $$;
