-- When a phone was told that it is unclear which clinic it answers. A column without a default is added without reading or
-- writing a row.
-- Under load: brief lock on message
ALTER TABLE "message" ADD COLUMN "unclear_at" TIMESTAMPTZ(6);
