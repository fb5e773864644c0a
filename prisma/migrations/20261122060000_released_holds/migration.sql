-- Frees the time of a hold, or gives one seat of a session back. The hold is locked first, since another booking may be
-- taking the next seat: each statement of a volatile function sees what was committed before the statement, so the
-- seats are counted under the lock.
CREATE FUNCTION "release_hold"("hold_id" int) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM 1 FROM calendar_hold WHERE id = "hold_id" FOR UPDATE;
  DELETE FROM calendar_hold WHERE id = "hold_id" AND taken = 1;
  IF NOT FOUND THEN
    UPDATE calendar_hold SET taken = taken - 1 WHERE id = "hold_id" AND taken > 1;
  END IF;
END $$;
