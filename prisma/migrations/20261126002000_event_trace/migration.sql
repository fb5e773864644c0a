-- Under load: brief lock on event
-- The trace in which an event came to be: its fan-out and its deliveries go on in it. Null: nobody traced, or the event is
-- older. A column without a default is added to the table and its partitions without reading or writing a row.
ALTER TABLE "event" ADD COLUMN "trace_parent" TEXT;
