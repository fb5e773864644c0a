-- What a user may do, and users who are no professionals. Processes of the version before insert neither column: who joins
-- through them is a manager, as collaborators become.
-- Under load: brief lock on organization, user_account, user_invite
CREATE TYPE "user_access" AS ENUM ('owner', 'manager', 'reception', 'professional');
ALTER TABLE "user_account"
  ADD COLUMN "access" "user_access" NOT NULL DEFAULT 'manager',
  ADD COLUMN "name" TEXT,
-- Allowed: only this version makes users without a professional, and only when an owner asks for one.
-- squawk-ignore ban-drop-not-null
  ALTER COLUMN "professional_id" DROP NOT NULL,
  ADD CONSTRAINT "user_account_named" CHECK ("professional_id" IS NOT NULL OR "name" IS NOT NULL) NOT VALID,
  ADD CONSTRAINT "user_account_own_professional" CHECK ("access" <> 'professional' OR "professional_id" IS NOT NULL) NOT VALID;
ALTER TABLE "user_invite"
  ADD COLUMN "access" "user_access" NOT NULL DEFAULT 'manager',
  ADD COLUMN "name" TEXT,
-- Allowed: only this version makes users without a professional, and only when an owner asks for one.
-- squawk-ignore ban-drop-not-null
  ALTER COLUMN "professional_id" DROP NOT NULL,
  ALTER COLUMN "role" SET DEFAULT 'collaborator',
  ADD CONSTRAINT "user_invite_named" CHECK ("professional_id" IS NOT NULL OR "name" IS NOT NULL) NOT VALID,
  ADD CONSTRAINT "user_invite_own_professional" CHECK ("access" <> 'professional' OR "professional_id" IS NOT NULL) NOT VALID,
  ADD CONSTRAINT "user_invite_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
