-- A request with a known key asks one question: whether its address is blocked, and whether its windows have
-- room. So it costs one round trip.
DROP FUNCTION take_rate_limit(INTEGER, TEXT, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, BIGINT);

-- Counts the calls of one request in every window that applies to it, or in none when one of them has no
-- room. A batch that is larger than a window needs the whole of it. A request from a blocked address is refused
-- before that, with `blocked_until_ms` alone, and locks nothing. Without an address, nobody asks.
--
-- Both rows are locked before the clock is read, so windows only ever move forward, and in one order
-- everywhere, so two requests can't wait for each other. A window that has begun stays when the clock steps
-- back over its start: the step must not hand out the window again. Counts are as they stand afterwards.
CREATE FUNCTION take_rate_limit(
    asked_address TEXT,
    address_window_seconds INTEGER,
    asked_organization_id INTEGER,
    asked_key_id TEXT,
    calls INTEGER,
    availability_calls INTEGER,
    organization_minute_limit INTEGER,
    key_second_limit INTEGER,
    key_minute_limit INTEGER,
    availability_minute_limit INTEGER,
    -- Tests move the clock with it.
    asked_now_ms BIGINT DEFAULT NULL,
    OUT is_allowed BOOLEAN,
    OUT now_ms BIGINT,
    OUT organization_minute INTEGER,
    OUT organization_minute_count INTEGER,
    OUT key_second BIGINT,
    OUT key_second_count INTEGER,
    OUT key_minute INTEGER,
    OUT key_minute_count INTEGER,
    OUT availability_minute INTEGER,
    OUT availability_minute_count INTEGER,
    -- Of the address, as `look_at_attempts` tells them.
    OUT counted INTEGER,
    OUT newest_second BIGINT,
    OUT blocked_until_ms BIGINT
) LANGUAGE plpgsql AS $$
DECLARE
    this_second BIGINT;
    this_minute INTEGER;
BEGIN
    counted := 0;
    -- Most addresses have no row.
    PERFORM FROM rate_limit_attempts a WHERE a.whose = asked_address;
    IF FOUND THEN
        SELECT looked.* INTO now_ms, counted, newest_second, blocked_until_ms
        FROM look_at_attempts(asked_address, address_window_seconds, asked_now_ms) looked;
        IF blocked_until_ms IS NOT NULL THEN
            is_allowed := false;
            RETURN;
        END IF;
    END IF;

    LOOP
        SELECT o.minute, o.minute_count INTO organization_minute, organization_minute_count
        FROM rate_limit_organization o WHERE o.organization_id = asked_organization_id FOR NO KEY UPDATE;
        EXIT WHEN FOUND;
        INSERT INTO rate_limit_organization (organization_id) VALUES (asked_organization_id) ON CONFLICT DO NOTHING;
    END LOOP;
    LOOP
        SELECT k.second, k.second_count, k.minute, k.minute_count, k.availability_minute, k.availability_count
        INTO key_second, key_second_count, key_minute, key_minute_count, availability_minute, availability_minute_count
        FROM rate_limit_key k WHERE k.key_id = asked_key_id FOR NO KEY UPDATE;
        EXIT WHEN FOUND;
        INSERT INTO rate_limit_key (key_id) VALUES (asked_key_id) ON CONFLICT DO NOTHING;
    END LOOP;

    now_ms := coalesce(asked_now_ms, unix_milliseconds());
    this_second := now_ms / 1000;
    this_minute := now_ms / 60000;
    IF organization_minute NOT BETWEEN this_minute AND this_minute + 1 THEN
        organization_minute := this_minute;
        organization_minute_count := 0;
    END IF;
    IF key_second NOT BETWEEN this_second AND this_second + 1 THEN
        key_second := this_second;
        key_second_count := 0;
    END IF;
    IF key_minute NOT BETWEEN this_minute AND this_minute + 1 THEN
        key_minute := this_minute;
        key_minute_count := 0;
    END IF;
    IF availability_minute NOT BETWEEN this_minute AND this_minute + 1 THEN
        availability_minute := this_minute;
        availability_minute_count := 0;
    END IF;

    is_allowed := organization_minute_count + least(calls, organization_minute_limit) <= organization_minute_limit
        AND key_second_count + least(calls, key_second_limit) <= key_second_limit
        AND key_minute_count + least(calls, key_minute_limit) <= key_minute_limit
        AND (
            availability_calls = 0
            OR availability_minute_count + least(availability_calls, availability_minute_limit)
                <= availability_minute_limit
        );
    IF NOT is_allowed THEN
        RETURN;
    END IF;

    organization_minute_count := organization_minute_count + calls;
    key_second_count := key_second_count + calls;
    key_minute_count := key_minute_count + calls;
    availability_minute_count := availability_minute_count + availability_calls;
    UPDATE rate_limit_organization o
    SET minute = organization_minute, minute_count = organization_minute_count
    WHERE o.organization_id = asked_organization_id;
    UPDATE rate_limit_key k
    SET second = key_second, second_count = key_second_count,
        minute = key_minute, minute_count = key_minute_count,
        availability_minute = take_rate_limit.availability_minute, availability_count = availability_minute_count
    WHERE k.key_id = asked_key_id;
END $$;
