-- Every secret before a rotation keeps its own time: lists in the same order, newest first, instead of the latest one.
ALTER TABLE "webhook"
  ADD COLUMN "previous_secrets_sealed" BYTEA[] DEFAULT ARRAY[]::BYTEA[],
  ADD COLUMN "previous_secrets_expire_at" TIMESTAMPTZ(6)[] DEFAULT ARRAY[]::TIMESTAMPTZ(6)[];

-- Nothing that anybody sees changes: `updated_at` stays.
ALTER TABLE "webhook" DISABLE TRIGGER "webhook_touch";
UPDATE "webhook"
  SET "previous_secrets_sealed" = ARRAY["previous_secret_sealed"],
    "previous_secrets_expire_at" = ARRAY["previous_secret_expires_at"]
  WHERE "previous_secret_sealed" IS NOT NULL AND "previous_secret_expires_at" IS NOT NULL;
ALTER TABLE "webhook" ENABLE TRIGGER "webhook_touch";

ALTER TABLE "webhook"
  DROP COLUMN "previous_secret_sealed",
  DROP COLUMN "previous_secret_expires_at",
  ADD CONSTRAINT "webhook_previous_secrets"
    CHECK (cardinality("previous_secrets_sealed") = cardinality("previous_secrets_expire_at"));
