-- The waitlist: what clients wait for, what they were offered, and time that is held for an offer.
CREATE TABLE "waitlist_wish" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "professional_id" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'WAITING',
    "source" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "from_date" DATE NOT NULL,
    "to_date" DATE NOT NULL,
    "weekdays" INTEGER[] NOT NULL,
    "from_minute" INTEGER NOT NULL,
    "to_minute" INTEGER NOT NULL,
    "waits_since" TIMESTAMPTZ(6) NOT NULL,
    "lapses" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(6),
    "appointment_id" INTEGER,
    "appointment_link_version" INTEGER,
    "link_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "waitlist_wish_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "waitlist_wish_status" CHECK ("status" IN ('WAITING', 'OFFERED', 'BOOKED', 'EXPIRED', 'REMOVED')),
    CONSTRAINT "waitlist_wish_days" CHECK ("from_date" <= "to_date" AND 0 <= "from_minute" AND "from_minute" < "to_minute" AND "to_minute" <= 1440),
    CONSTRAINT "waitlist_wish_ended" CHECK (("ended_at" IS NULL) = ("status" IN ('WAITING', 'OFFERED')))
);
CREATE UNIQUE INDEX "waitlist_wish_organization_id_id_key" ON "waitlist_wish"("organization_id", "id");
CREATE INDEX "waitlist_wish_organization_id_status_waits_since_id_idx" ON "waitlist_wish"("organization_id", "status", "waits_since", "id");
CREATE INDEX "waitlist_wish_organization_id_client_id_idx" ON "waitlist_wish"("organization_id", "client_id");
CREATE INDEX "waitlist_wish_organization_id_appointment_id_idx" ON "waitlist_wish"("organization_id", "appointment_id");
CREATE INDEX "waitlist_wish_ended_at_idx" ON "waitlist_wish"("ended_at");
ALTER TABLE "waitlist_wish" ADD CONSTRAINT "waitlist_wish_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "waitlist_wish" ADD CONSTRAINT "waitlist_wish_organization_id_client_id_fkey" FOREIGN KEY ("organization_id", "client_id") REFERENCES "client"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "waitlist_wish" ADD CONSTRAINT "waitlist_wish_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "waitlist_wish" ADD CONSTRAINT "waitlist_wish_organization_id_appointment_id_fkey" FOREIGN KEY ("organization_id", "appointment_id") REFERENCES "appointment"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE TRIGGER "waitlist_wish_touch" BEFORE UPDATE ON "waitlist_wish" FOR EACH ROW WHEN (OLD.* *<> NEW.*) EXECUTE FUNCTION "touch_updated_at"();

CREATE TABLE "waitlist_wish_service" (
    "organization_id" INTEGER NOT NULL,
    "wish_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "service_id" INTEGER NOT NULL,

    CONSTRAINT "waitlist_wish_service_pkey" PRIMARY KEY ("wish_id", "position")
);
CREATE UNIQUE INDEX "waitlist_wish_service_wish_id_service_id_key" ON "waitlist_wish_service"("wish_id", "service_id");
ALTER TABLE "waitlist_wish_service" ADD CONSTRAINT "waitlist_wish_service_organization_id_wish_id_fkey" FOREIGN KEY ("organization_id", "wish_id") REFERENCES "waitlist_wish"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "waitlist_wish_service" ADD CONSTRAINT "waitlist_wish_service_organization_id_service_id_fkey" FOREIGN KEY ("organization_id", "service_id") REFERENCES "service"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "waitlist_offer" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "wish_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(6) NOT NULL,
    "held_until" TIMESTAMPTZ(6) NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'OPEN',
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "waitlist_offer_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "waitlist_offer_outcome" CHECK ("outcome" IN ('OPEN', 'BOOKED', 'DECLINED', 'LAPSED', 'WITHDRAWN'))
);
CREATE UNIQUE INDEX "waitlist_offer_organization_id_id_key" ON "waitlist_offer"("organization_id", "id");
CREATE INDEX "waitlist_offer_wish_id_id_idx" ON "waitlist_offer"("wish_id", "id");
-- A wish has one offer at a time, and the timers look for those that are open.
CREATE UNIQUE INDEX "waitlist_offer_one_open" ON "waitlist_offer" ("wish_id") WHERE "outcome" = 'OPEN';
CREATE INDEX "waitlist_offer_open" ON "waitlist_offer" ("held_until") WHERE "outcome" = 'OPEN';
ALTER TABLE "waitlist_offer" ADD CONSTRAINT "waitlist_offer_organization_id_wish_id_fkey" FOREIGN KEY ("organization_id", "wish_id") REFERENCES "waitlist_wish"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "waitlist_offer" ADD CONSTRAINT "waitlist_offer_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "calendar_hold" ADD COLUMN "held_until" TIMESTAMPTZ(6), ADD COLUMN "offer_id" INTEGER;
CREATE UNIQUE INDEX "calendar_hold_organization_id_offer_id_key" ON "calendar_hold"("organization_id", "offer_id");
ALTER TABLE "calendar_hold" ADD CONSTRAINT "calendar_hold_organization_id_offer_id_fkey" FOREIGN KEY ("organization_id", "offer_id") REFERENCES "waitlist_offer"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "calendar_hold"
  ADD CONSTRAINT "calendar_hold_offer" CHECK (("held_until" IS NULL) = ("offer_id" IS NULL)),
  -- A seat that is held stands beside the session, or alone before there is one. Whoever books counts both.
  DROP CONSTRAINT "calendar_hold_no_overlap",
  ADD CONSTRAINT "calendar_hold_no_overlap"
    EXCLUDE USING gist ("professional_id" WITH =, tstzrange("busy_from", "busy_to") WITH &&)
    WHERE (NOT "is_overbook" AND ("held_until" IS NULL OR "capacity" = 1));

ALTER TABLE "public_submission" ADD COLUMN "wish_id" INTEGER;
CREATE INDEX "public_submission_organization_id_wish_id_idx" ON "public_submission"("organization_id", "wish_id");
ALTER TABLE "public_submission" ADD CONSTRAINT "public_submission_organization_id_wish_id_fkey" FOREIGN KEY ("organization_id", "wish_id") REFERENCES "waitlist_wish"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whatever frees time wakes a worker, which looks whether somebody waits for it. One job for each transaction: a key
-- that transactions share would make them wait for each other. Where nobody waits there is none.
CREATE FUNCTION "wake_waitlist"("of_organization" integer) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF EXISTS (SELECT FROM "waitlist_wish" WHERE "organization_id" = "of_organization" AND "status" = 'WAITING') THEN
    PERFORM graphile_worker.add_job('offer_waitlist', json_build_object('organization_id', "of_organization"),
      job_key => 'waitlist:' || "of_organization" || ':' || pg_current_xact_id()::text, max_attempts => 3);
  END IF;
END $$;

CREATE FUNCTION "wake_waitlist_of_old"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "wake_waitlist"(OLD."organization_id");
  RETURN NULL;
END $$;

CREATE FUNCTION "wake_waitlist_of_new"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "wake_waitlist"(NEW."organization_id");
  RETURN NULL;
END $$;

CREATE TRIGGER "calendar_hold_freed" AFTER DELETE ON "calendar_hold" FOR EACH ROW EXECUTE FUNCTION "wake_waitlist_of_old"();
CREATE TRIGGER "calendar_hold_less" AFTER UPDATE ON "calendar_hold" FOR EACH ROW
  WHEN (NEW."taken" < OLD."taken" OR NEW."busy_from" > OLD."busy_from" OR NEW."busy_to" < OLD."busy_to")
  EXECUTE FUNCTION "wake_waitlist_of_old"();
CREATE TRIGGER "blocked_time_freed" AFTER DELETE OR UPDATE ON "blocked_time" FOR EACH ROW EXECUTE FUNCTION "wake_waitlist_of_old"();
CREATE TRIGGER "working_hours_changed" AFTER INSERT OR UPDATE ON "working_hours" FOR EACH ROW EXECUTE FUNCTION "wake_waitlist_of_new"();
CREATE TRIGGER "date_override_changed" AFTER INSERT OR UPDATE ON "date_override" FOR EACH ROW EXECUTE FUNCTION "wake_waitlist_of_new"();
CREATE TRIGGER "date_override_gone" AFTER DELETE ON "date_override" FOR EACH ROW EXECUTE FUNCTION "wake_waitlist_of_old"();
CREATE TRIGGER "holiday_gone" AFTER DELETE ON "holiday" FOR EACH ROW EXECUTE FUNCTION "wake_waitlist_of_old"();
CREATE TRIGGER "waitlist_wish_waits" AFTER INSERT ON "waitlist_wish" FOR EACH ROW EXECUTE FUNCTION "wake_waitlist_of_new"();

