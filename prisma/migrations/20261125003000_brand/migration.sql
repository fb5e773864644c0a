-- How the public pages of an organization look. The picture stands apart from the row that every call reads, which has
-- its version alone.
ALTER TABLE "organization" ADD COLUMN "brand_color" TEXT;
ALTER TABLE "organization" ADD COLUMN "welcome_text" TEXT;
ALTER TABLE "organization" ADD COLUMN "logo_version" TEXT;

CREATE TABLE "organization_logo" (
    "organization_id" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "organization_logo_pkey" PRIMARY KEY ("organization_id")
);
ALTER TABLE "organization_logo" ADD CONSTRAINT "organization_logo_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
