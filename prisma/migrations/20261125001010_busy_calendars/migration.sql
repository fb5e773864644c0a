-- A calendar of a professional elsewhere, whose busy times cannot be booked here.
CREATE TABLE "busy_calendar" (
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "url_sealed" BYTEA NOT NULL,
    "revision" INTEGER NOT NULL,
    "connected_at" TIMESTAMPTZ(6) NOT NULL,
    "next_read_at" TIMESTAMPTZ(6) NOT NULL,
    "leased_until" TIMESTAMPTZ(6),
    "tried_at" TIMESTAMPTZ(6),
    "read_at" TIMESTAMPTZ(6),
    "failing_since" TIMESTAMPTZ(6),
    "error_code" TEXT,
    "error_message" TEXT,
    "etag" TEXT,
    "last_modified" TEXT,
    "content_hash" BYTEA,
    "reads_until" TIMESTAMPTZ(6),
    "busy_times" INTEGER NOT NULL DEFAULT 0,
    "unreadable" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "busy_calendar_pkey" PRIMARY KEY ("organization_id","professional_id")
);
CREATE INDEX "busy_calendar_next_read_at_idx" ON "busy_calendar"("next_read_at");
ALTER TABLE "busy_calendar" ADD CONSTRAINT "busy_calendar_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- When a professional is busy by that calendar. Without it, there is none.
CREATE TABLE "busy_time" (
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(6) NOT NULL,
    "ends_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "busy_time_pkey" PRIMARY KEY ("organization_id","professional_id","starts_at")
);
ALTER TABLE "busy_time" ADD CONSTRAINT "busy_time_order" CHECK ("starts_at" < "ends_at");
ALTER TABLE "busy_time" ADD CONSTRAINT "busy_time_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "busy_calendar"("organization_id", "professional_id") ON DELETE CASCADE ON UPDATE CASCADE;
