-- Who wants no more e-mails that visitors of the page cause, and which messages reached the person whose record it is.
-- Under load: brief lock on message, messaging_contact
ALTER TABLE "messaging_contact" ADD COLUMN "unsubscribed_at" TIMESTAMPTZ(6);
ALTER TABLE "message" ADD COLUMN "link_used_at" TIMESTAMPTZ(6);
