-- Counts what visitors caused to be sent to one contact, over all organizations.
-- Under load: concurrent
CREATE INDEX CONCURRENTLY "message_of_visitors" ON "message" ("channel", "address", "created_at") WHERE "visitor" IS NOT NULL;
