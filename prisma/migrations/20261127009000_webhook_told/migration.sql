-- Whether the events `webhook.failing` and `webhook.disabled` of a stretch of failures have been written.
-- Under load: brief lock on webhook_health
ALTER TABLE "webhook_health" ADD COLUMN "failing_told" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "disabled_told" BOOLEAN NOT NULL DEFAULT true;
