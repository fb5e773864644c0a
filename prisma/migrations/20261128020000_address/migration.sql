-- Where an organization is, its WhatsApp number for clients, and a link to a map.
-- Under load: brief lock on organization
ALTER TABLE "organization"
  ADD COLUMN "address_street" TEXT,
  ADD COLUMN "address_number" TEXT,
  ADD COLUMN "address_complement" TEXT,
  ADD COLUMN "address_district" TEXT,
  ADD COLUMN "address_city" TEXT,
  ADD COLUMN "address_state" TEXT,
  ADD COLUMN "address_postal_code" TEXT,
  ADD COLUMN "whatsapp_phone" TEXT,
  ADD COLUMN "map_url" TEXT;
