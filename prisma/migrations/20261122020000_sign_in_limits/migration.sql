-- Failures to sign in are counted as invalid keys are: attempts of one kind, which block when they are too
-- many. So the table is named for what it holds now, and a count can be more than one: a process that could
-- not reach the database counts by itself and tells all at once.
ALTER TABLE "rate_limit_address" RENAME TO "rate_limit_attempts";
ALTER TABLE "rate_limit_attempts" RENAME COLUMN "address" TO "whose";
ALTER INDEX "rate_limit_address_pkey" RENAME TO "rate_limit_attempts_pkey";

DROP FUNCTION take_rate_limit(INTEGER, TEXT, BOOLEAN, INTEGER, INTEGER, INTEGER, INTEGER, BIGINT);
DROP FUNCTION look_at_address(TEXT, INTEGER, BIGINT);
DROP FUNCTION count_invalid_key(TEXT, INTEGER, INTEGER, INTEGER, BIGINT);

-- Counts the calls of one request in every window that applies to it, or in none when one of them has no
-- room. A batch that is larger than a window needs the whole of it.
--
-- Both rows are locked before the clock is read, so windows only ever move forward, and in one order
-- everywhere, so two requests can't wait for each other. A window that has begun stays when the clock steps
-- back over its start: the step must not hand out the window again. Counts are as they stand afterwards.
CREATE FUNCTION take_rate_limit(
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
    OUT availability_minute_count INTEGER
) LANGUAGE plpgsql AS $$
DECLARE
    this_second BIGINT;
    this_minute INTEGER;
BEGIN
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

-- What is counted, without counting. A second counts until the window has passed since its end, so the
-- window is never shorter than it says.
CREATE FUNCTION look_at_attempts(
    asked_whose TEXT,
    window_seconds INTEGER,
    asked_now_ms BIGINT DEFAULT NULL,
    OUT now_ms BIGINT,
    OUT counted INTEGER,
    OUT newest_second BIGINT,
    OUT blocked_until_ms BIGINT
) LANGUAGE plpgsql AS $$
DECLARE
    kept rate_limit_attempts;
BEGIN
    SELECT * INTO kept FROM rate_limit_attempts a WHERE a.whose = asked_whose;
    now_ms := coalesce(asked_now_ms, unix_milliseconds());
    counted := 0;
    IF kept.whose IS NULL THEN
        RETURN;
    END IF;
    IF kept.blocked_until_ms > now_ms THEN
        blocked_until_ms := kept.blocked_until_ms;
        RETURN;
    END IF;
    SELECT coalesce(sum(attempt.count), 0), max(attempt.second) INTO counted, newest_second
    FROM unnest(kept.seconds, kept.counts) AS attempt (second, count)
    WHERE attempt.second >= now_ms / 1000 - window_seconds;
END $$;

-- Counts attempts; those that fill the window block. While they are blocked nothing is counted, so a block
-- ends when it said it would, and the count begins anew.
CREATE FUNCTION count_attempts(
    asked_whose TEXT,
    times INTEGER,
    attempt_limit INTEGER,
    window_seconds INTEGER,
    block_seconds INTEGER,
    asked_now_ms BIGINT DEFAULT NULL,
    OUT is_counted BOOLEAN,
    OUT now_ms BIGINT,
    OUT counted INTEGER,
    OUT newest_second BIGINT,
    OUT blocked_until_ms BIGINT
) LANGUAGE plpgsql AS $$
DECLARE
    kept rate_limit_attempts;
    this_second BIGINT;
BEGIN
    LOOP
        SELECT * INTO kept FROM rate_limit_attempts a WHERE a.whose = asked_whose FOR NO KEY UPDATE;
        EXIT WHEN FOUND;
        INSERT INTO rate_limit_attempts (whose) VALUES (asked_whose) ON CONFLICT DO NOTHING;
    END LOOP;
    now_ms := coalesce(asked_now_ms, unix_milliseconds());
    is_counted := kept.blocked_until_ms <= now_ms;
    IF NOT is_counted THEN
        counted := 0;
        blocked_until_ms := kept.blocked_until_ms;
        RETURN;
    END IF;

    this_second := now_ms / 1000;
    SELECT array_agg(merged.second ORDER BY merged.second), array_agg(merged.count ORDER BY merged.second),
        sum(merged.count), max(merged.second)
    INTO kept.seconds, kept.counts, counted, newest_second
    FROM (
        SELECT attempt.second, sum(attempt.count)::integer AS count
        FROM unnest(kept.seconds || this_second, kept.counts || times) AS attempt (second, count)
        WHERE attempt.second >= this_second - window_seconds
        GROUP BY attempt.second
    ) AS merged;
    IF counted >= attempt_limit THEN
        kept.seconds := '{}';
        kept.counts := '{}';
        blocked_until_ms := now_ms + block_seconds * 1000::bigint;
    END IF;
    UPDATE rate_limit_attempts a
    SET seconds = kept.seconds, counts = kept.counts, blocked_until_ms = coalesce(count_attempts.blocked_until_ms, 0)
    WHERE a.whose = asked_whose;
END $$;

-- Deletes counters that no longer say anything; for the worker, every ten minutes. A row that a request
-- holds is left for the next time, so neither waits for the other; a call deletes at most `at_most` rows of
-- each table, so that none is held for long. Counters of keys and organizations are old after two minutes
-- without use, attempts after an hour: longer than any window.
CREATE OR REPLACE FUNCTION purge_rate_limits(
    at_most INTEGER DEFAULT 5000,
    asked_now_ms BIGINT DEFAULT NULL
) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
    now_ms BIGINT := coalesce(asked_now_ms, unix_milliseconds());
    this_minute INTEGER := now_ms / 60000;
    deleted INTEGER;
    total INTEGER := 0;
BEGIN
    DELETE FROM rate_limit_organization WHERE organization_id IN (
        SELECT o.organization_id FROM rate_limit_organization o
        WHERE o.minute NOT BETWEEN this_minute - 2 AND this_minute + 1 LIMIT at_most FOR UPDATE SKIP LOCKED
    );
    GET DIAGNOSTICS deleted = ROW_COUNT;
    total := total + deleted;
    DELETE FROM rate_limit_key WHERE key_id IN (
        SELECT k.key_id FROM rate_limit_key k
        WHERE k.minute NOT BETWEEN this_minute - 2 AND this_minute + 1 LIMIT at_most FOR UPDATE SKIP LOCKED
    );
    GET DIAGNOSTICS deleted = ROW_COUNT;
    total := total + deleted;
    DELETE FROM rate_limit_attempts WHERE whose IN (
        SELECT a.whose FROM rate_limit_attempts a
        WHERE a.blocked_until_ms <= now_ms
            AND coalesce(a.seconds[cardinality(a.seconds)], 0) < now_ms / 1000 - 3600
        LIMIT at_most FOR UPDATE SKIP LOCKED
    );
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN total + deleted;
END $$;
