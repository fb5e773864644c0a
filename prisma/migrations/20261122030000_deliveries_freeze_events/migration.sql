-- A delivery keeps the event, not the request that was made of it: each attempt makes it anew. Every partition follows.
ALTER TABLE "delivery" DROP COLUMN "body", DROP COLUMN "body_sealed";
