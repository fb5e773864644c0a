-- What a client's link is made of, so that it can be taken back.
ALTER TABLE appointment ADD COLUMN link_version integer NOT NULL DEFAULT 1;
ALTER TABLE queue_entry ADD COLUMN link_version integer NOT NULL DEFAULT 1;
ALTER TABLE deposit ADD COLUMN link_version integer NOT NULL DEFAULT 1;

-- The page of a deposit is its link, which is made when it is read.
ALTER TABLE deposit DROP COLUMN payment_url;

-- How late clients may cancel or move an appointment themselves.
ALTER TABLE organization ADD COLUMN client_notice_minutes integer NOT NULL DEFAULT 0;
