-- The language of the page on which a client booked or joined the queue: messages about it follow.
-- Under load: brief lock on appointment, queue_entry
ALTER TABLE "appointment" ADD COLUMN "language" TEXT;
ALTER TABLE "queue_entry" ADD COLUMN "language" TEXT;
