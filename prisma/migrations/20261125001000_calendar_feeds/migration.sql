-- What an address of a professional's calendar shows.
CREATE TYPE "calendar_feed_kind" AS ENUM ('busy', 'full');

-- An address under which calendar programs read the appointments of a professional.
CREATE TABLE "calendar_feed" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "kind" "calendar_feed_kind" NOT NULL,
    "link_version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "calendar_feed_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "calendar_feed_organization_id_professional_id_id_idx" ON "calendar_feed"("organization_id", "professional_id", "id");
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
