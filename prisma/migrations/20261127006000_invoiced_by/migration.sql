-- Which API key marked an invoice as issued: no other key takes the mark back. Null: there is no mark, or a user set it. A column
-- without a default is added without reading or writing a row.
-- Under load: brief lock on appointment
ALTER TABLE "appointment" ADD COLUMN "invoiced_by" TEXT;
