-- Which organizations wrote to a phone from the central number.
-- Under load: concurrent
CREATE INDEX CONCURRENTLY "message_of_central_number" ON "message" ("address", "created_at") WHERE "provider" = 'whatsapp_central' AND "direction" = 'OUTBOUND';
