-- The photo that a professional shows on the public pages, apart from the row of the professional, which has no word of it.
-- Under load: brief lock on professional
CREATE TABLE "professional_photo" (
    "organization_id" INTEGER NOT NULL,
    "professional_id" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "professional_photo_pkey" PRIMARY KEY ("organization_id", "professional_id")
);
ALTER TABLE "professional_photo" ADD CONSTRAINT "professional_photo_organization_id_professional_id_fkey" FOREIGN KEY ("organization_id", "professional_id") REFERENCES "professional"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
