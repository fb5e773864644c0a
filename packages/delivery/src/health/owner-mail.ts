/** Before the subject of a mail about a test organization. */
export const TEST_MARK = '[TEST] '

/**
 * Common table expressions that write the owner's mail (organization `$1`, subject `$2`, body `$3`) and the job
 * that sends it, if the CTE `done` has a row. The subject of a test organization's is marked.
 */
export const WRITE_OWNER_MAIL = `owner AS (
     SELECT email FROM (
       SELECT u.email, 0 AS place, u.id FROM user_account u LEFT JOIN professional p ON p.id = u.professional_id
       WHERE u.organization_id = $1 AND u.access = 'owner' AND p.is_active IS NOT false
       UNION ALL SELECT p.email, 1, p.id FROM professional p WHERE p.organization_id = $1 AND p.role = 'owner'
     ) addresses WHERE email IS NOT NULL ORDER BY place, id LIMIT 1
   ), written AS (
     INSERT INTO mail (organization_id, recipient, subject, body)
     SELECT $1, email, (SELECT CASE WHEN livemode THEN '' ELSE '${TEST_MARK}' END FROM organization WHERE id = $1) || $2, $3
     FROM owner, done WHERE email IS NOT NULL RETURNING id
   ), job AS (
     SELECT graphile_worker.add_job('send_mail', json_build_object('mail_id', id), max_attempts => 10,
       job_key => 'mail:' || id) FROM written
   )
   SELECT (SELECT count(*) FROM job) AS mails FROM done`
