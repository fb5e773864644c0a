-- UNLOGGED: no write-ahead log, so a request never waits for the disk. Half of each page stays free, so
-- that an update finds room beside the old version and no index is touched.
CREATE UNLOGGED TABLE "rate_limit_organization" (
    "organization_id" INTEGER NOT NULL,
    "minute" INTEGER NOT NULL DEFAULT 0,
    "minute_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rate_limit_organization_pkey" PRIMARY KEY ("organization_id")
) WITH (fillfactor = 50);

CREATE UNLOGGED TABLE "rate_limit_key" (
    "key_id" TEXT NOT NULL,
    "second" BIGINT NOT NULL DEFAULT 0,
    "second_count" INTEGER NOT NULL DEFAULT 0,
    "minute" INTEGER NOT NULL DEFAULT 0,
    "minute_count" INTEGER NOT NULL DEFAULT 0,
    "availability_minute" INTEGER NOT NULL DEFAULT 0,
    "availability_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rate_limit_key_pkey" PRIMARY KEY ("key_id")
) WITH (fillfactor = 50);

CREATE UNLOGGED TABLE "rate_limit_address" (
    "address" TEXT NOT NULL,
    "seconds" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "counts" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "blocked_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "rate_limit_address_pkey" PRIMARY KEY ("address")
) WITH (fillfactor = 50);

-- The database's clock, whatever the transaction's start. One clock for all processes.
CREATE FUNCTION unix_milliseconds() RETURNS BIGINT LANGUAGE sql VOLATILE
RETURN floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint;

-- Counts one request in every window that applies to it, or in none when one of them is full.
--
-- Both rows are locked before the clock is read, so windows only ever move forward, and in one order
-- everywhere, so two requests can't wait for each other. A window that has begun stays when the clock steps
-- back over its start: the step must not hand out the window again. Counts are as they stand afterwards.
CREATE FUNCTION take_rate_limit(
    asked_organization_id INTEGER,
    asked_key_id TEXT,
    is_availability BOOLEAN,
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

    is_allowed := organization_minute_count < organization_minute_limit
        AND key_second_count < key_second_limit
        AND key_minute_count < key_minute_limit
        AND NOT (is_availability AND availability_minute_count >= availability_minute_limit);
    IF NOT is_allowed THEN
        RETURN;
    END IF;

    organization_minute_count := organization_minute_count + 1;
    key_second_count := key_second_count + 1;
    key_minute_count := key_minute_count + 1;
    IF is_availability THEN
        availability_minute_count := availability_minute_count + 1;
    END IF;
    UPDATE rate_limit_organization o
    SET minute = organization_minute, minute_count = organization_minute_count
    WHERE o.organization_id = asked_organization_id;
    UPDATE rate_limit_key k
    SET second = key_second, second_count = key_second_count,
        minute = key_minute, minute_count = key_minute_count,
        availability_minute = take_rate_limit.availability_minute, availability_count = availability_minute_count
    WHERE k.key_id = asked_key_id;
END $$;

-- What is counted against an address, without counting. A second counts until the window has passed since
-- its end, so the window is never shorter than it says.
CREATE FUNCTION look_at_address(
    asked_address TEXT,
    window_seconds INTEGER,
    asked_now_ms BIGINT DEFAULT NULL,
    OUT now_ms BIGINT,
    OUT counted INTEGER,
    OUT newest_second BIGINT,
    OUT blocked_until_ms BIGINT
) LANGUAGE plpgsql AS $$
DECLARE
    kept rate_limit_address;
BEGIN
    SELECT * INTO kept FROM rate_limit_address a WHERE a.address = asked_address;
    now_ms := coalesce(asked_now_ms, unix_milliseconds());
    counted := 0;
    IF kept.address IS NULL THEN
        RETURN;
    END IF;
    IF kept.blocked_until_ms > now_ms THEN
        blocked_until_ms := kept.blocked_until_ms;
        RETURN;
    END IF;
    SELECT coalesce(sum(invalid.count), 0), max(invalid.second) INTO counted, newest_second
    FROM unnest(kept.seconds, kept.counts) AS invalid (second, count)
    WHERE invalid.second >= now_ms / 1000 - window_seconds;
END $$;

-- Counts one request with an invalid key; the one that fills the window blocks the address. While it is
-- blocked nothing is counted, so a block ends when it said it would, and the count begins anew.
CREATE FUNCTION count_invalid_key(
    asked_address TEXT,
    invalid_key_limit INTEGER,
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
    kept rate_limit_address;
    this_second BIGINT;
BEGIN
    LOOP
        SELECT * INTO kept FROM rate_limit_address a WHERE a.address = asked_address FOR NO KEY UPDATE;
        EXIT WHEN FOUND;
        INSERT INTO rate_limit_address (address) VALUES (asked_address) ON CONFLICT DO NOTHING;
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
        SELECT invalid.second, sum(invalid.count)::integer AS count
        FROM unnest(kept.seconds || this_second, kept.counts || 1) AS invalid (second, count)
        WHERE invalid.second >= this_second - window_seconds
        GROUP BY invalid.second
    ) AS merged;
    IF counted >= invalid_key_limit THEN
        kept.seconds := '{}';
        kept.counts := '{}';
        blocked_until_ms := now_ms + block_seconds * 1000::bigint;
    END IF;
    UPDATE rate_limit_address a
    SET seconds = kept.seconds, counts = kept.counts, blocked_until_ms = coalesce(count_invalid_key.blocked_until_ms, 0)
    WHERE a.address = asked_address;
END $$;

-- Deletes counters that no longer say anything; for the worker, about once a minute. A row that a request
-- holds is left for the next time, so neither waits for the other; a call deletes at most `at_most` rows of
-- each table, so that none is held for long. Counters of keys and organizations are old after two minutes
-- without use, addresses after an hour: longer than any window.
CREATE FUNCTION purge_rate_limits(
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
    DELETE FROM rate_limit_address WHERE address IN (
        SELECT a.address FROM rate_limit_address a
        WHERE a.blocked_until_ms <= now_ms
            AND coalesce(a.seconds[cardinality(a.seconds)], 0) < now_ms / 1000 - 3600
        LIMIT at_most FOR UPDATE SKIP LOCKED
    );
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN total + deleted;
END $$;
