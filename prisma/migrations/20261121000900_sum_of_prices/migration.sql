-- Room for the sum of a hundred services of the highest price.
ALTER TABLE "appointment" ALTER COLUMN "price" TYPE DECIMAL(14,2);
