/** Every client of an organization, `$1`, with a phone, `$2`, or an e-mail, `$3`, whatever the name: their ids, in SQL. */
export const CLIENTS_OF_CONTACT = `
      SELECT id FROM client WHERE organization_id = $1::int AND phone_key = $2::text
      UNION SELECT id FROM client WHERE organization_id = $1::int AND email = $3::text`
