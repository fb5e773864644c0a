-- A session has a number that is no secret, by which its user ends it, and tells where it is used.
ALTER TABLE "user_session"
  ADD COLUMN "id" SERIAL NOT NULL,
  ADD COLUMN "last_used_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN "browser" TEXT,
  ADD COLUMN "address" TEXT;
CREATE UNIQUE INDEX "user_session_id_key" ON "user_session" ("id");

-- Somebody who may join the team. Only a keyed hash of the token in the link is stored.
CREATE TABLE "user_invite" (
  "id" SERIAL NOT NULL,
  "organization_id" INTEGER NOT NULL,
  "professional_id" INTEGER NOT NULL,
  "email" TEXT NOT NULL,
  "role" "professional_role" NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "invited_by" INTEGER,
  "email_taken_at" TIMESTAMPTZ(6),
  "expires_at" TIMESTAMPTZ(6) NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "user_invite_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "user_invite_token_hash_key" ON "user_invite" ("token_hash");
CREATE UNIQUE INDEX "user_invite_organization_id_email_key" ON "user_invite" ("organization_id", "email");
CREATE UNIQUE INDEX "user_invite_organization_id_professional_id_key" ON "user_invite" ("organization_id", "professional_id");
CREATE INDEX "user_invite_invited_by_idx" ON "user_invite" ("invited_by");
CREATE INDEX "user_invite_expires_at_idx" ON "user_invite" ("expires_at");
ALTER TABLE "user_invite" ADD CONSTRAINT "user_invite_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "user_invite" ADD CONSTRAINT "user_invite_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A link to set a new password. Several of one user may be open; using one ends all.
CREATE TABLE "password_reset" (
  "token_hash" BYTEA NOT NULL,
  "user_id" INTEGER NOT NULL,
  "expires_at" TIMESTAMPTZ(6) NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "password_reset_pkey" PRIMARY KEY ("token_hash")
);
CREATE INDEX "password_reset_user_id_idx" ON "password_reset" ("user_id");
CREATE INDEX "password_reset_expires_at_idx" ON "password_reset" ("expires_at");
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A mail with a link that somebody could use is encrypted until it is sent, and is not sent once the link is dead.
ALTER TABLE "mail"
  ALTER COLUMN "body" DROP NOT NULL,
  ADD COLUMN "body_sealed" BYTEA,
  ADD COLUMN "expires_at" TIMESTAMPTZ(6),
  ADD CONSTRAINT "mail_has_one_body" CHECK ("body" IS NULL OR "body_sealed" IS NULL);

-- Processes hear of blocked addresses alone. What else is counted has the name of its kind, and a space, in front.
DROP TRIGGER "rate_limit_blocked" ON "rate_limit_attempts";
DROP TRIGGER "rate_limit_blocked_at_once" ON "rate_limit_attempts";
DROP TRIGGER "rate_limit_unblocked" ON "rate_limit_attempts";
CREATE TRIGGER "rate_limit_blocked" AFTER UPDATE OF "blocked_until_ms" ON "rate_limit_attempts"
  FOR EACH ROW WHEN (
    OLD."blocked_until_ms" <> NEW."blocked_until_ms"
    AND NEW."whose" NOT LIKE '% %' AND length(NEW."whose") <= 100
  ) EXECUTE FUNCTION "notify_address_blocked"();
CREATE TRIGGER "rate_limit_blocked_at_once" AFTER INSERT ON "rate_limit_attempts"
  FOR EACH ROW WHEN (
    NEW."blocked_until_ms" > 0
    AND NEW."whose" NOT LIKE '% %' AND length(NEW."whose") <= 100
  ) EXECUTE FUNCTION "notify_address_blocked"();
CREATE TRIGGER "rate_limit_unblocked" AFTER DELETE ON "rate_limit_attempts"
  FOR EACH ROW WHEN (
    OLD."blocked_until_ms" > unix_milliseconds()
    AND OLD."whose" NOT LIKE '% %' AND length(OLD."whose") <= 100
  ) EXECUTE FUNCTION "notify_address_blocked"();
