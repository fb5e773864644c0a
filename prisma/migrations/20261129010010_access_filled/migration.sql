-- Owners stay owners. All other users and invites keep the default, manager.
-- Under load: long lock on user_account, user_invite
UPDATE "user_account" u SET "access" = 'owner' FROM "professional" p WHERE p."id" = u."professional_id" AND p."role" = 'owner';
UPDATE "user_invite" SET "access" = 'owner' WHERE "role" = 'owner';
ALTER TABLE "user_account" VALIDATE CONSTRAINT "user_account_named";
ALTER TABLE "user_account" VALIDATE CONSTRAINT "user_account_own_professional";
ALTER TABLE "user_invite" VALIDATE CONSTRAINT "user_invite_named";
ALTER TABLE "user_invite" VALIDATE CONSTRAINT "user_invite_own_professional";
ALTER TABLE "user_invite" VALIDATE CONSTRAINT "user_invite_organization_id_fkey";
