-- Whether search engines may show the public page of an organization.
-- Under load: brief lock on organization
ALTER TABLE "organization" ADD COLUMN "search_listing" BOOLEAN NOT NULL DEFAULT false;
