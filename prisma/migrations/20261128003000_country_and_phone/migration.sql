-- The country whose phone numbers need no country code, and the phone that the pages show.
-- Under load: brief lock on organization
ALTER TABLE "organization" ADD COLUMN "country" TEXT NOT NULL DEFAULT 'BR';
ALTER TABLE "organization" ADD COLUMN "phone" TEXT;
