-- Links that confirm a new e-mail of a user.
-- Under load: brief lock on user_account
CREATE TABLE "email_change" (
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "email_change_pkey" PRIMARY KEY ("token_hash")
);
CREATE UNIQUE INDEX "email_change_user_id_key" ON "email_change"("user_id");
CREATE INDEX "email_change_expires_at_idx" ON "email_change"("expires_at");
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
