-- E-mails of the service to account owners: written with what causes them, sent by the worker.
CREATE TABLE "mail" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "sent_at" TIMESTAMPTZ(6),

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- Which worker processes live: the jobs of one that stopped telling so are given to others.
CREATE TABLE "worker_process" (
    "id" TEXT NOT NULL,
    "worker_ids" TEXT[],
    "seen_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "worker_process_pkey" PRIMARY KEY ("id")
);

-- The first message about a record in a chat channel: later ones edit it.
CREATE TABLE "chat_message" (
    "webhook_id" TEXT NOT NULL,
    "record" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,

    CONSTRAINT "chat_message_pkey" PRIMARY KEY ("webhook_id","record")
);
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_webhook_id_fkey"
  FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
