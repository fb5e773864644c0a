-- Who sent a submission: a keyed hash of an address. What is ahead is counted by it. Null: the submission is older.
-- Under load: brief lock on public_submission
ALTER TABLE "public_submission" ADD COLUMN "visitor" TEXT;
