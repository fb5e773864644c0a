-- The search texts of the clients that are there, as every write makes them from now on: letters that
-- decomposition leaves as they are become plain ones, apostrophes, hyphens and what nobody sees go away, and a
-- Brazilian mobile stands there with and without its ninth digit. The words are lower case without accents
-- already, so nothing here depends on the locale of the database.
CREATE FUNCTION "folded_search_words"("words" text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  letter text;
  plain text;
BEGIN
  FOR letter, plain IN VALUES
    ('ß', 'ss'), ('æ', 'ae'), ('œ', 'oe'), ('þ', 'th'), ('ĳ', 'ij'), ('ǆ', 'dz'), ('ǳ', 'dz'), ('ǉ', 'lj'),
    ('ǌ', 'nj'), ('ﬀ', 'ff'), ('ﬁ', 'fi'), ('ﬂ', 'fl'), ('ﬃ', 'ffi'), ('ﬄ', 'ffl'), ('ﬅ', 'st'), ('ﬆ', 'st')
  LOOP
    "words" := replace("words", letter, plain);
  END LOOP;
  -- What stands past the end of the second list is removed.
  RETURN translate("words",
    E'ⱥƀƃɓƈȼðđƌȡɖɗəɛɇƒǥɠħıɨȷɉƙłŀƚȴɫŉŋƞȵɲøɔɵƥĸɋɍſŧƫƭȶⱦʉʋƴɏƶȥς'
    '\u0027\u0060\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u05f3\u2018\u2019\u201b\u2032\u2035\uff07'
    '\u002d\u00ad\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d'
    '\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e'
    '\u2060\u2061\u2062\u2063\u2064\u2065\u2066\u2067\u2068\u2069'
    '\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e\ufe0f\ufeff',
    'abbbccddddddeeefgghiijjklllllnnnnnooopqqrstttttuvyyzzσ');
END $$;

-- How a client is searched for is no part of the record: `updated_at` stays.
ALTER TABLE "client" DISABLE TRIGGER "client_touch";
UPDATE "client" SET "search_text" = made."search_text"
FROM (
  SELECT "id", "folded_search_words"(split_part("search_text", E'\u001f', 1)) || E'\u001f' || concat_ws(' ',
    substr("phone", 2),
    CASE
      WHEN "phone" ~ '^\+55[1-9][0-9]9[6-9][0-9]{7}$' THEN substr("phone", 2, 4) || substr("phone", 7)
      WHEN "phone" ~ '^\+55[1-9][0-9][6-9][0-9]{7}$' THEN substr("phone", 2, 4) || '9' || substr("phone", 6)
    END,
    "cpf") AS "search_text"
  FROM "client"
) AS made
WHERE made."id" = "client"."id" AND made."search_text" <> "client"."search_text";
ALTER TABLE "client" ENABLE TRIGGER "client_touch";

DROP FUNCTION "folded_search_words"(text);
