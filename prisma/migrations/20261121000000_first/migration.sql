-- CreateEnum
CREATE TYPE "api_key_kind" AS ENUM ('integration', 'agent');

-- CreateEnum
CREATE TYPE "appointment_status" AS ENUM ('PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW', 'CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL');

-- CreateEnum
CREATE TYPE "deposit_status" AS ENUM ('PENDING', 'PAID', 'EXPIRED', 'REFUNDED');

-- CreateEnum
CREATE TYPE "queue_entry_status" AS ENUM ('WAITING', 'CALLED', 'IN_SERVICE', 'COMPLETED', 'SKIPPED', 'NO_SHOW', 'CANCELLED');

-- CreateEnum
CREATE TYPE "professional_role" AS ENUM ('owner', 'collaborator');

-- CreateEnum
CREATE TYPE "appointment_type" AS ENUM ('IN_PERSON', 'TELEMEDICINE');

-- CreateEnum
CREATE TYPE "booking_mode" AS ENUM ('SCHEDULED', 'QUEUE');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'succeeded', 'failed', 'discarded');

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "kind" "api_key_kind" NOT NULL DEFAULT 'integration',
    "key_hash" BYTEA NOT NULL,
    "display_prefix" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_account" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_session" (
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "user_session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "idempotency_receipt" (
    "id" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "content_type" TEXT,
    "body" BYTEA,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "idempotency_receipt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "appointment" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "hold_id" INTEGER,
    "status" "appointment_status" NOT NULL,
    "type" "appointment_type" NOT NULL,
    "starts_at" TIMESTAMPTZ(6) NOT NULL,
    "ends_at" TIMESTAMPTZ(6) NOT NULL,
    "duration_minutes" INTEGER NOT NULL,
    "price" DECIMAL(12,2),
    "notes" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "is_overbook" BOOLEAN NOT NULL DEFAULT false,
    "source" TEXT NOT NULL,
    "recurrence_id" TEXT,
    "meeting_url" TEXT,
    "invoice_issued" BOOLEAN NOT NULL DEFAULT false,
    "cancellation_reason" TEXT,
    "reschedule_count" INTEGER NOT NULL DEFAULT 0,
    "ical_uid" TEXT NOT NULL,
    "request_key_hash" BYTEA,
    "confirmed_at" TIMESTAMPTZ(6),
    "completed_at" TIMESTAMPTZ(6),
    "no_show_at" TIMESTAMPTZ(6),
    "cancelled_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "appointment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "appointment_service" (
    "organization_id" INTEGER NOT NULL,
    "appointment_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "service_id" INTEGER NOT NULL,

    CONSTRAINT "appointment_service_pkey" PRIMARY KEY ("appointment_id","position")
);

-- CreateTable
CREATE TABLE "client" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "phone_key" TEXT,
    "cpf" TEXT,
    "birth_date" DATE,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "search_text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deposit" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "appointment_id" INTEGER,
    "queue_entry_id" INTEGER,
    "client_id" INTEGER NOT NULL,
    "status" "deposit_status" NOT NULL DEFAULT 'PENDING',
    "amount" DECIMAL(12,2) NOT NULL,
    "paid_amount" DECIMAL(12,2),
    "refunded_amount" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "method" TEXT NOT NULL DEFAULT 'PIX',
    "charge_id" TEXT,
    "payment_code" TEXT,
    "payment_url" TEXT,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "paid_at" TIMESTAMPTZ(6),
    "expired_at" TIMESTAMPTZ(6),
    "refunded_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "deposit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "event_day" DATE NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "payload" JSON NOT NULL,
    "context" JSON NOT NULL,
    "professional_ids" INTEGER[],
    "service_ids" INTEGER[],
    "filter_status" TEXT,
    "filter_type" TEXT,
    "filter_source" TEXT,

    CONSTRAINT "event_pkey" PRIMARY KEY ("event_day","organization_id","sequence")
) PARTITION BY RANGE ("event_day");

CREATE TABLE "event_default" PARTITION OF "event" DEFAULT;

-- CreateTable
CREATE TABLE "event_feed" (
    "organization_id" INTEGER NOT NULL,
    "last_position" BIGINT NOT NULL DEFAULT 0,
    "last_event_id" TEXT,

    CONSTRAINT "event_feed_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "organization" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT,
    "time_zone" TEXT NOT NULL,
    "language" TEXT NOT NULL DEFAULT 'pt',
    "livemode" BOOLEAN NOT NULL DEFAULT true,
    "plan_name" TEXT,
    "plan_features" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "switched_off" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "api_disabled" BOOLEAN NOT NULL DEFAULT false,
    "min_advance_minutes" INTEGER NOT NULL DEFAULT 60,
    "max_advance_days" INTEGER DEFAULT 90,
    "auto_confirm" BOOLEAN NOT NULL DEFAULT false,
    "require_client_identifier" BOOLEAN NOT NULL DEFAULT true,
    "no_show_only_after_start" BOOLEAN NOT NULL DEFAULT false,
    "cancellation_window_minutes" INTEGER,
    "queue_call_timeout_minutes" INTEGER NOT NULL DEFAULT 10,
    "deposit_expiry_minutes" INTEGER NOT NULL DEFAULT 30,
    "reminder_hours" INTEGER NOT NULL DEFAULT 24,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messaging_connection" (
    "organization_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "phone" TEXT,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "messaging_connection_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "operator_switch" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "api_disabled" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "operator_switch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "queue_entry" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER,
    "service_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "status" "queue_entry_status" NOT NULL DEFAULT 'WAITING',
    "date" DATE NOT NULL,
    "call_count" INTEGER NOT NULL DEFAULT 0,
    "place" TEXT,
    "notes" TEXT,
    "source" TEXT NOT NULL,
    "cancellation_reason" TEXT,
    "arrived_at" TIMESTAMPTZ(6) NOT NULL,
    "called_at" TIMESTAMPTZ(6),
    "started_at" TIMESTAMPTZ(6),
    "completed_at" TIMESTAMPTZ(6),
    "skipped_at" TIMESTAMPTZ(6),
    "no_show_at" TIMESTAMPTZ(6),
    "cancelled_at" TIMESTAMPTZ(6),
    "call_expires_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "queue_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "queue_desk" (
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "is_open" BOOLEAN NOT NULL DEFAULT false,
    "capacity" INTEGER,
    "hours" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "queue_desk_pkey" PRIMARY KEY ("organization_id","professional_id")
);

-- CreateTable
CREATE TABLE "working_hours" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "weekday" SMALLINT NOT NULL,
    "opens_minute" SMALLINT NOT NULL,
    "closes_minute" SMALLINT NOT NULL,

    CONSTRAINT "working_hours_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "date_override" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "opens_minutes" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "closes_minutes" INTEGER[] DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "date_override_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "holiday" (
    "organization_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "holiday_pkey" PRIMARY KEY ("organization_id","date")
);

-- CreateTable
CREATE TABLE "blocked_time" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER,
    "starts_at" TIMESTAMPTZ(6) NOT NULL,
    "ends_at" TIMESTAMPTZ(6) NOT NULL,
    "all_day" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "blocked_time_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "calendar_hold" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "service_id" INTEGER,
    "starts_at" TIMESTAMPTZ(6) NOT NULL,
    "busy_from" TIMESTAMPTZ(6) NOT NULL,
    "busy_to" TIMESTAMPTZ(6) NOT NULL,
    "is_overbook" BOOLEAN NOT NULL DEFAULT false,
    "capacity" INTEGER NOT NULL DEFAULT 1,
    "taken" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "calendar_hold_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "professional" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "role" "professional_role" NOT NULL DEFAULT 'collaborator',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "registry" TEXT,
    "last_assigned_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "professional_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "specialty" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "specialty_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "specialty_id" INTEGER,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "service_type" "appointment_type" NOT NULL DEFAULT 'IN_PERSON',
    "booking_mode" "booking_mode" NOT NULL DEFAULT 'SCHEDULED',
    "duration_minutes" INTEGER NOT NULL,
    "price" DECIMAL(12,2),
    "color" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "hidden_from_public_booking" BOOLEAN NOT NULL DEFAULT false,
    "max_capacity" INTEGER NOT NULL DEFAULT 1,
    "buffer_before_minutes" INTEGER NOT NULL DEFAULT 0,
    "buffer_after_minutes" INTEGER NOT NULL DEFAULT 0,
    "slot_interval_minutes" INTEGER NOT NULL DEFAULT 15,
    "min_advance_minutes" INTEGER,
    "max_advance_days" INTEGER,
    "requires_deposit" BOOLEAN NOT NULL DEFAULT false,
    "deposit_amount" DECIMAL(12,2),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "service_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "professional_service" (
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,

    CONSTRAINT "professional_service_pkey" PRIMARY KEY ("professional_id","service_id")
);

-- CreateTable
CREATE TABLE "webhook" (
    "id" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "url_sealed" BYTEA,
    "url_hash" BYTEA NOT NULL,
    "events" TEXT[],
    "format" TEXT NOT NULL,
    "filters" JSONB NOT NULL DEFAULT '{}',
    "headers_sealed" BYTEA,
    "template" JSONB,
    "secrets_sealed" BYTEA,
    "secret_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "message_template" TEXT,
    "show_full_personal_data" BOOLEAN NOT NULL DEFAULT false,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "api_version" TEXT NOT NULL,
    "signing_secret_sealed" BYTEA,
    "previous_secret_sealed" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(6),
    "disabled_reason" TEXT,
    "disabled_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_health" (
    "webhook_id" TEXT NOT NULL,
    "failing_since" TIMESTAMPTZ(6),
    "warned_at" TIMESTAMPTZ(6),
    "last_delivery_at" TIMESTAMPTZ(6),
    "last_success_at" TIMESTAMPTZ(6),
    "paused_until" TIMESTAMPTZ(6),
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "slow_ms" INTEGER NOT NULL DEFAULT 0,
    "open_lanes" INTEGER NOT NULL DEFAULT 2,

    CONSTRAINT "webhook_health_pkey" PRIMARY KEY ("webhook_id")
);

-- CreateTable
CREATE TABLE "webhook_lane" (
    "webhook_id" TEXT NOT NULL,
    "lane" SMALLINT NOT NULL,
    "lease_token" TEXT,
    "lease_until" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_lane_pkey" PRIMARY KEY ("webhook_id","lane")
);

-- CreateTable
CREATE TABLE "delivery" (
    "event_day" DATE NOT NULL,
    "event_id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "run" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "trigger" TEXT NOT NULL DEFAULT 'EVENT',
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "max_attempts" INTEGER NOT NULL,
    "attempt_id" TEXT NOT NULL,
    "scheduled_at" TIMESTAMPTZ(6) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(6),
    "lease_token" TEXT,
    "lease_until" TIMESTAMPTZ(6),
    "body" BYTEA,
    "body_sealed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("event_day","event_id","webhook_id","run")
) PARTITION BY RANGE ("event_day");

CREATE TABLE "delivery_default" PARTITION OF "delivery" DEFAULT;

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "attempt_day" DATE NOT NULL,
    "id" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_day" DATE NOT NULL,
    "event_type" TEXT NOT NULL,
    "run" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "max_attempts" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "response_status" INTEGER,
    "response_body" TEXT,
    "duration_ms" INTEGER,
    "error_code" TEXT,
    "error_message" TEXT,
    "host" TEXT,
    "next_attempt_at" TIMESTAMPTZ(6),
    "attempted_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("attempt_day","id")
) PARTITION BY RANGE ("attempt_day");

CREATE TABLE "delivery_attempt_default" PARTITION OF "delivery_attempt" DEFAULT;

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE INDEX "api_key_organization_id_idx" ON "api_key"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_email_key" ON "user_account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_organization_id_professional_id_key" ON "user_account"("organization_id", "professional_id");

-- CreateIndex
CREATE INDEX "user_session_user_id_idx" ON "user_session"("user_id");

-- CreateIndex
CREATE INDEX "idempotency_receipt_expires_at_idx" ON "idempotency_receipt"("expires_at");

-- CreateIndex
CREATE INDEX "appointment_organization_id_starts_at_id_idx" ON "appointment"("organization_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "appointment_organization_id_updated_at_id_idx" ON "appointment"("organization_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "appointment_organization_id_created_at_id_idx" ON "appointment"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "appointment_organization_id_client_id_starts_at_idx" ON "appointment"("organization_id", "client_id", "starts_at");

-- CreateIndex
CREATE INDEX "appointment_professional_id_starts_at_idx" ON "appointment"("professional_id", "starts_at");

-- CreateIndex
CREATE INDEX "appointment_hold_id_idx" ON "appointment"("hold_id");

-- CreateIndex
CREATE UNIQUE INDEX "appointment_organization_id_id_key" ON "appointment"("organization_id", "id");

-- CreateIndex
CREATE INDEX "appointment_service_service_id_appointment_id_idx" ON "appointment_service"("service_id", "appointment_id");

-- CreateIndex
CREATE UNIQUE INDEX "appointment_service_appointment_id_service_id_key" ON "appointment_service"("appointment_id", "service_id");

-- CreateIndex
CREATE INDEX "client_organization_id_phone_key_idx" ON "client"("organization_id", "phone_key");

-- CreateIndex
CREATE INDEX "client_organization_id_email_idx" ON "client"("organization_id", "email");

-- CreateIndex
CREATE INDEX "client_organization_id_updated_at_id_idx" ON "client"("organization_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "client_organization_id_created_at_id_idx" ON "client"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "client_organization_id_id_key" ON "client"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "client_organization_id_cpf_key" ON "client"("organization_id", "cpf");

-- CreateIndex
CREATE INDEX "deposit_organization_id_created_at_id_idx" ON "deposit"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "deposit_appointment_id_id_idx" ON "deposit"("appointment_id", "id");

-- CreateIndex
CREATE INDEX "deposit_queue_entry_id_id_idx" ON "deposit"("queue_entry_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "deposit_organization_id_id_key" ON "deposit"("organization_id", "id");

-- CreateIndex
CREATE INDEX "event_organization_id_sequence_idx" ON "event"("organization_id", "sequence");

-- CreateIndex
CREATE INDEX "event_id_idx" ON "event"("id");

-- CreateIndex
CREATE UNIQUE INDEX "organization_slug_key" ON "organization"("slug");

-- CreateIndex
CREATE INDEX "queue_entry_organization_id_date_arrived_at_id_idx" ON "queue_entry"("organization_id", "date", "arrived_at", "id");

-- CreateIndex
CREATE INDEX "queue_entry_call_expires_at_idx" ON "queue_entry"("call_expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "queue_entry_organization_id_id_key" ON "queue_entry"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "working_hours_professional_id_weekday_opens_minute_key" ON "working_hours"("professional_id", "weekday", "opens_minute");

-- CreateIndex
CREATE UNIQUE INDEX "date_override_professional_id_date_key" ON "date_override"("professional_id", "date");

-- CreateIndex
CREATE INDEX "blocked_time_organization_id_starts_at_idx" ON "blocked_time"("organization_id", "starts_at");

-- CreateIndex
CREATE UNIQUE INDEX "calendar_hold_organization_id_id_key" ON "calendar_hold"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "professional_organization_id_id_key" ON "professional"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "specialty_organization_id_id_key" ON "specialty"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "service_organization_id_id_key" ON "service"("organization_id", "id");

-- CreateIndex
CREATE INDEX "professional_service_service_id_idx" ON "professional_service"("service_id");

-- CreateIndex
CREATE INDEX "webhook_organization_id_created_at_id_idx" ON "webhook"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_organization_id_url_hash_idx" ON "webhook"("organization_id", "url_hash");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_organization_id_id_key" ON "webhook"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appointment" ADD CONSTRAINT "appointment_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appointment" ADD CONSTRAINT "appointment_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appointment" ADD CONSTRAINT "appointment_organization_id_client_id_fkey" FOREIGN KEY ("organization_id", "client_id") REFERENCES "client"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appointment" ADD CONSTRAINT "appointment_organization_id_hold_id_fkey" FOREIGN KEY ("organization_id", "hold_id") REFERENCES "calendar_hold"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appointment_service" ADD CONSTRAINT "appointment_service_organization_id_appointment_id_fkey" FOREIGN KEY ("organization_id", "appointment_id") REFERENCES "appointment"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appointment_service" ADD CONSTRAINT "appointment_service_organization_id_service_id_fkey" FOREIGN KEY ("organization_id", "service_id") REFERENCES "service"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client" ADD CONSTRAINT "client_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_organization_id_client_id_fkey" FOREIGN KEY ("organization_id", "client_id") REFERENCES "client"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_organization_id_appointment_id_fkey" FOREIGN KEY ("organization_id", "appointment_id") REFERENCES "appointment"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_organization_id_queue_entry_id_fkey" FOREIGN KEY ("organization_id", "queue_entry_id") REFERENCES "queue_entry"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_feed" ADD CONSTRAINT "event_feed_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messaging_connection" ADD CONSTRAINT "messaging_connection_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_entry" ADD CONSTRAINT "queue_entry_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_entry" ADD CONSTRAINT "queue_entry_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_entry" ADD CONSTRAINT "queue_entry_organization_id_service_id_fkey" FOREIGN KEY ("organization_id", "service_id") REFERENCES "service"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_entry" ADD CONSTRAINT "queue_entry_organization_id_client_id_fkey" FOREIGN KEY ("organization_id", "client_id") REFERENCES "client"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_desk" ADD CONSTRAINT "queue_desk_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "working_hours" ADD CONSTRAINT "working_hours_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "date_override" ADD CONSTRAINT "date_override_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "holiday" ADD CONSTRAINT "holiday_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocked_time" ADD CONSTRAINT "blocked_time_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calendar_hold" ADD CONSTRAINT "calendar_hold_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calendar_hold" ADD CONSTRAINT "calendar_hold_organization_id_service_id_fkey" FOREIGN KEY ("organization_id", "service_id") REFERENCES "service"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "professional" ADD CONSTRAINT "professional_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "specialty" ADD CONSTRAINT "specialty_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service" ADD CONSTRAINT "service_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service" ADD CONSTRAINT "service_organization_id_specialty_id_fkey" FOREIGN KEY ("organization_id", "specialty_id") REFERENCES "specialty"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "professional_service" ADD CONSTRAINT "professional_service_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "professional_service" ADD CONSTRAINT "professional_service_organization_id_service_id_fkey" FOREIGN KEY ("organization_id", "service_id") REFERENCES "service"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_health" ADD CONSTRAINT "webhook_health_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_lane" ADD CONSTRAINT "webhook_lane_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the models can't say: extensions, checks, exclusion, partial and trigram indexes, triggers, partitions.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- No double booking: two holds of one professional never overlap, unless one is an overbook.
ALTER TABLE "calendar_hold"
  ADD CONSTRAINT "calendar_hold_no_overlap"
    EXCLUDE USING gist ("professional_id" WITH =, tstzrange("busy_from", "busy_to") WITH &&) WHERE (NOT "is_overbook"),
  ADD CONSTRAINT "calendar_hold_seats" CHECK ("capacity" >= 1 AND "taken" BETWEEN 1 AND "capacity"),
  ADD CONSTRAINT "calendar_hold_order" CHECK ("busy_from" <= "starts_at" AND "starts_at" < "busy_to");

-- Busy times of many professionals in a window, overbooks included.
CREATE INDEX "calendar_hold_busy" ON "calendar_hold"
  USING gist ("organization_id", tstzrange("busy_from", "busy_to"));

-- A client stands in one queue a day.
CREATE UNIQUE INDEX "queue_entry_one_active" ON "queue_entry" ("organization_id", "client_id", "date")
  WHERE "status" IN ('WAITING', 'CALLED', 'IN_SERVICE', 'SKIPPED');

ALTER TABLE "deposit"
  ADD CONSTRAINT "deposit_one_owner" CHECK (num_nonnulls("appointment_id", "queue_entry_id") = 1),
  ADD CONSTRAINT "deposit_amounts" CHECK ("amount" > 0 AND "refunded_amount" >= 0);

ALTER TABLE "service"
  ADD CONSTRAINT "service_numbers" CHECK (
    "duration_minutes" BETWEEN 1 AND 1440 AND "max_capacity" >= 1
    AND "buffer_before_minutes" >= 0 AND "buffer_after_minutes" >= 0
    AND "slot_interval_minutes" BETWEEN 5 AND 1440
    AND "min_advance_minutes" >= 0 AND "max_advance_days" >= 0),
  ADD CONSTRAINT "service_deposit" CHECK (NOT "requires_deposit" OR "deposit_amount" > 0);

ALTER TABLE "organization"
  ADD CONSTRAINT "organization_numbers" CHECK (
    "min_advance_minutes" >= 0 AND "max_advance_days" >= 0
    AND "queue_call_timeout_minutes" >= 1 AND "deposit_expiry_minutes" >= 1),
  ADD CONSTRAINT "organization_language" CHECK ("language" IN ('pt', 'en'));

ALTER TABLE "working_hours" ADD CONSTRAINT "working_hours_minutes" CHECK (
  "weekday" BETWEEN 0 AND 6 AND "opens_minute" BETWEEN 0 AND 1439 AND "closes_minute" BETWEEN 0 AND 1440);
ALTER TABLE "date_override" ADD CONSTRAINT "date_override_pairs" CHECK (
  cardinality("opens_minutes") = cardinality("closes_minutes"));
ALTER TABLE "blocked_time" ADD CONSTRAINT "blocked_time_order" CHECK ("starts_at" < "ends_at");
ALTER TABLE "appointment" ADD CONSTRAINT "appointment_order" CHECK ("starts_at" < "ends_at");
ALTER TABLE "client" ADD CONSTRAINT "client_cpf" CHECK ("cpf" ~ '^[0-9]{11}$');
ALTER TABLE "operator_switch" ADD CONSTRAINT "operator_switch_one_row" CHECK ("id" = 1);
INSERT INTO "operator_switch" ("id") VALUES (1);

-- `q` on the client list: one organization, any part of the text.
CREATE INDEX "client_search" ON "client" USING gin ("organization_id", "search_text" gin_trgm_ops);
CREATE INDEX "client_metadata" ON "client" USING gin ("organization_id", "metadata" jsonb_path_ops);

-- Attempts of one webhook, newest first; and the attempts of one event.
CREATE INDEX "delivery_attempt_by_webhook" ON "delivery_attempt" ("webhook_id", "created_at" DESC, "id" DESC);
CREATE INDEX "delivery_attempt_by_event" ON "delivery_attempt" ("webhook_id", "event_id", "created_at" DESC);
CREATE INDEX "delivery_attempt_by_id" ON "delivery_attempt" ("id");
-- What is due, by lane; what waits, for the list; what is leased, for the sweeper.
CREATE INDEX "delivery_due" ON "delivery" ("webhook_id", "next_attempt_at") WHERE "state" = 'pending';
CREATE INDEX "delivery_by_attempt" ON "delivery" ("attempt_id");

-- `updated_at` is set by the database when a row changes, and only ever grows for a record.
CREATE FUNCTION "touch_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := greatest(clock_timestamp(), OLD."updated_at" + interval '1 microsecond');
  RETURN NEW;
END $$;
CREATE TRIGGER "organization_touch" BEFORE UPDATE ON "organization" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "client_touch" BEFORE UPDATE ON "client" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "appointment_touch" BEFORE UPDATE ON "appointment" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "service_touch" BEFORE UPDATE ON "service" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "queue_entry_touch" BEFORE UPDATE ON "queue_entry" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "deposit_touch" BEFORE UPDATE ON "deposit" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "webhook_touch" BEFORE UPDATE ON "webhook" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "messaging_connection_touch" BEFORE UPDATE ON "messaging_connection" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
-- Who was assigned last is not part of the professional's record.
CREATE TRIGGER "professional_touch" BEFORE UPDATE OF "name", "email", "role", "is_active", "registry" ON "professional"
  FOR EACH ROW EXECUTE FUNCTION "touch_updated_at"();

-- Every organization has a feed from its first day.
CREATE FUNCTION "open_event_feed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "event_feed" ("organization_id") VALUES (NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "organization_event_feed" AFTER INSERT ON "organization"
  FOR EACH ROW EXECUTE FUNCTION "open_event_feed"();

-- Partitions of the three daily tables, from `first` to `last`. Rows that met no partition wait in the
-- DEFAULT one and are moved when their day is made.
CREATE FUNCTION "make_day_partitions"("first" date, "last" date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  day_column text;
  day date;
  child text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('make_day_partitions'));
  FOR parent, day_column IN VALUES ('event', 'event_day'), ('delivery', 'event_day'), ('delivery_attempt', 'attempt_day') LOOP
    day := "first";
    WHILE day <= "last" LOOP
      child := parent || '_' || to_char(day, 'YYYYMMDD');
      IF to_regclass(quote_ident(child)) IS NULL THEN
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', child, parent);
        EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I = %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
          parent || '_default', day_column, day, child);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, child, day, day + 1);
      END IF;
      day := day + 1;
    END LOOP;
  END LOOP;
END $$;

-- Drops the partitions of one table whose whole day lies before `keep_from`. Set lock_timeout first.
CREATE FUNCTION "drop_day_partitions"("parent" text, "keep_from" date) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  child text;
  dropped int := 0;
BEGIN
  FOR child IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = "parent"::regclass AND c.relname ~ ('^' || "parent" || '_[0-9]{8}$')
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < "keep_from"
  LOOP
    EXECUTE format('DROP TABLE %I', child);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

SELECT "make_day_partitions"(current_date - 1, current_date + 7);
