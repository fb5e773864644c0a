/**
 * Hostile templates, kept as data. `refused`: the check must name a fault of syntax or a forbidden
 * construct. `limited`: it reads well and must run into a limit. A text: it is harmless and must
 * render exactly so (as plain text, with the variables of `attacks.test.ts`).
 */
export type Attack = {
  name: string
  template: string
  expected: 'refused' | 'limited' | { text: string }
}

const CODE = 'globalThis.attacked=1'
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index).join(',')

const attack = (
  name: string,
  template: string,
  expected: Attack['expected'] = 'refused',
): Attack => ({
  name,
  template,
  expected,
})

const PROTOTYPE_WALKS = [
  attack('constructor by dot', '{{ id.constructor }}'),
  attack('constructor by key', '{{ id["constructor"] }}'),
  attack('constructor of constructor', `{{ id.constructor.constructor("${CODE}")() }}`),
  attack('__proto__ by dot', '{{ data.object.__proto__ }}'),
  attack('__proto__ by key', '{{ data.object["__proto__"].polluted }}'),
  attack('prototype by key', '{{ data["object"]["prototype"] }}'),
  attack('constructor as a variable', '{{ constructor }}'),
  attack('__proto__ as a variable', '{{ __proto__ }}'),
  attack('computed __proto__', '{{ data.object["__pro" ~ "to__"] }}', 'limited'),
  attack('computed constructor', '{{ data.object["CONSTRUCTOR" | lower] }}', 'limited'),
  attack('replaced constructor', '{{ data.object["xconstructor" | replace("x", "")] }}', 'limited'),
  attack('joined prototype', '{{ data.object[["proto", "type"] | join] }}', 'limited'),
  attack(
    'constructor through a loop',
    '{% for k in ["constructor"] %}{{ id[k] }}{% endfor %}',
    'limited',
  ),
  attack('join by __proto__', '{{ [data.object] | join("", "__proto__") }}', 'limited'),
  attack('forbidden key with an escape', '{{ data.object["constr\\uctor"] }}'),
  attack('inherited method of a map', '[{{ data.object.toString }}]', { text: '[]' }),
  attack('inherited method of a text', '[{{ id.replace }}{{ id.length }}]'),
  attack('inherited method of a list', '[{{ ([1, 2]).map }}]', { text: '[]' }),
  attack('hasOwnProperty', '[{{ data.object.hasOwnProperty }}]', { text: '[]' }),
  attack('__defineGetter__', '[{{ data.object.__defineGetter__ }}]', { text: '[]' }),
  attack('__lookupGetter__ by key', '[{{ data.object["__lookupGetter__"] }}]', { text: '[]' }),
  attack('valueOf of a number', '[{{ (1).valueOf }}]', { text: '[]' }),
  attack('loop name constructor', '{% for constructor in [1] %}{% endfor %}'),
  attack('loop name __proto__', '{% for __proto__ in [1] %}{{ __proto__ }}{% endfor %}'),
  attack(
    'metadata with forbidden keys',
    '{% for k in data.object.metadata %}{{ k }};{% endfor %}',
    {
      text: 'crm_id;',
    },
  ),
]

const NAMES_THAT_CARRY_CODE = [
  attack('backtick name', '{{ `${' + CODE + '}` }}'),
  attack('backtick lookup', '{{ id.`x` }}'),
  attack('quote in a name', '{{ a"),' + CODE + ',("b }}'),
  attack('name with a semicolon', `{{ a;${CODE} }}`),
  attack('name with a backslash', '{{ a\\u0062 }}'),
  attack('name with $', '{{ $x }}'),
  attack('name with @', '{{ @x }}'),
  attack('filter that is code', `{{ id|x;${CODE}; }}`),
  attack('filter with a dot', '{{ id | safe.constructor }}'),
  attack('filter named constructor', '{{ id | constructor }}'),
  attack('filter named hasOwnProperty', '{{ id | hasOwnProperty }}'),
  attack('is with code on the right', `{{ id is \`x\`+${CODE} }}`),
  attack('is with a known test', '{{ id is defined }}'),
  attack('is not', '{{ id is not null }}'),
  attack('is with a call', '{{ id is sameas(1) }}'),
  attack('loop name with code', '{% for a`b in [1] %}{% endfor %}'),
  attack('loop name that is a lookup', '{% for a.b in [1] %}{% endfor %}'),
  attack('second loop name that is a call', '{% for a, b() in data.changes %}{% endfor %}'),
  attack(
    'second loop name that is a literal',
    `{% for a, "${CODE}" in data.changes %}{% endfor %}`,
  ),
  attack('a name of 65 letters', `{{ ${'a'.repeat(65)} }}`),
  attack('a name of 15,000 letters', `{{ ${'a'.repeat(15_000)} }}`),
]

const FORBIDDEN_CONSTRUCTS = [
  attack('regex literal', '{{ r/(a+)+$/ }}'),
  attack('regex that does not compile', '{{ r/(/ }}'),
  attack('regex with flags', '{{ id | replace(r/./g, "x") }}'),
  attack('macro', '{% macro m() %}{% endmacro %}{{ m() }}'),
  attack('call', '{% call m() %}{% endcall %}'),
  attack('include', '{% include "/etc/passwd" %}'),
  attack('import', '{% import "x" as y %}'),
  attack('from import', '{% from "x" import y %}'),
  attack('extends', '{% extends "x" %}'),
  attack('block', '{% block b %}{% endblock %}'),
  attack('set', '{% set a = 1 %}'),
  attack('set of a block', '{% set a %}x{% endset %}'),
  attack('filter block', '{% filter upper %}x{% endfilter %}'),
  attack('switch', '{% switch id %}{% case 1 %}{% endswitch %}'),
  attack('asyncEach', '{% asyncEach a in [1] %}{% endeach %}'),
  attack('asyncAll', '{% asyncAll a in [1] %}{% endall %}'),
  attack('ifAsync', '{% ifAsync id %}{% endif %}'),
  attack('raw', '{% raw %}{{ id }}{% endraw %}'),
  attack('verbatim that breaks the parser', '{% verbatim %}\n{{ id }}\n{% endverbatim %}'),
  attack('a call of a variable', '{{ id() }}'),
  attack('a call of a lookup', '{{ id.trim() }}'),
  attack('a call of a global', '{{ range(1000000000) }}'),
  attack('cycler', '{{ cycler(1, 2) }}'),
  attack('joiner', '{{ joiner(",") }}'),
  attack('super', '{{ super() }}'),
  attack('caller', '{{ caller() }}'),
  attack('secret_ref as a value', '{{ secret_ref }}'),
  attack('secret_ref of a variable', '{{ secret_ref(id) }}'),
  attack('secret_ref of an expression', '{{ secret_ref("crm" ~ "") }}'),
  attack('secret_ref of an unknown name', '{{ secret_ref("constructor") }}'),
  attack('secret_ref twice called', '{{ secret_ref("crm")("x") }}'),
  attack('a secret cut into letters', '{{ secret_ref("crm") | truncate(1, true, "") }}'),
  attack('a secret changed in an argument', '{{ id | replace("e", secret_ref("crm")) }}'),
  attack(
    'a secret through a loop',
    '{% for s in [secret_ref("crm")] %}{{ s | upper }}{% endfor %}',
  ),
  attack('a secret through a list', '{{ [secret_ref("crm")] | first | lower }}'),
  attack('the first letter of a secret', '[{{ secret_ref("crm")[0] }}]'),
  attack('arithmetic', '{{ 1e9 ** 9 }}'),
  attack('negative number', '{{ -1 }}'),
  attack('a map', '{{ {"a": 1} }}'),
  attack('a named argument', '{{ id | truncate(length=1) }}'),
  attack('in', '{{ "a" in id }}'),
  attack('chained comparison', '{{ 1 < 2 < 3 }}'),
  attack('a dropped call after a filter', '{{ id | default("a")("b") }}'),
  attack('a dropped lookup call after a filter', '{{ id | default("a").b("c") }}'),
  attack('an index after a filter', '{{ id | default("a")["b"] }}'),
  attack('three loops', `${'{% for a in [1] %}'.repeat(3)}${'{% endfor %}'.repeat(3)}`),
  attack(
    'three loops through if and else',
    '{% for a in [1] %}{% for b in [] %}{% else %}{% endfor %}{% if a %}{% for c in [1] %}{% for d in [1] %}{% endfor %}{% endfor %}{% endif %}{% endfor %}',
  ),
  attack('a loop with three names', '{% for a, b, c in data.changes %}{% endfor %}'),
  attack('a loop that names loop', '{% for loop in [1] %}{% endfor %}'),
  attack('a loop that names secret_ref', '{% for secret_ref in [1] %}{% endfor %}'),
]

const PARSER_TRAPS = [
  attack('nothing before a dot', '{{ ).foo }}'),
  attack('nothing before an index', '{{ ][0] }}'),
  attack('nothing before a call', '{{ )() }}'),
  attack('an empty index', '{{ data[] }}'),
  attack('two indexes', '{{ data[1, 2] }}'),
  attack('an empty group', '{{ () }}'),
  attack('a group of two', '{{ (id, type) }}'),
  attack('crossed brackets', '{{ ([1)] }}'),
  attack('only an opening', '{{'),
  attack('only a tag opening', '{%'),
  attack('only a comment opening', '{#'),
  attack('an end in the middle of a call', '{{ id | default('),
  attack('an end after a pipe', '{{ id |'),
  attack('an end after a dot', '{{ id.'),
  attack('an end after a not', '{% if not'),
  attack('an open text', '{{ "abc'),
  attack('a text that ends in a backslash', '{{ "abc\\'),
  attack('the other end', '{{ id %}'),
  attack('an end without beginning', '{% endif %}'),
  attack('crossed blocks', '{% if id %}{% for a in [1] %}{% endif %}{% endfor %}'),
  attack('else twice', '{% if id %}{% else %}{% else %}{% endif %}'),
  attack('elif in a loop', '{% for a in [1] %}{% elif a %}{% endfor %}'),
  attack('nested comment', '{# {# #} #}'),
  attack('a number too large', '{{ 99999999999999999999999 }}'),
  attack('a number of 300 digits', `{{ ${'9'.repeat(400)} }}`),
  attack('a float without fraction', '{{ 5. }}', { text: '5' }),
  attack('an index that is no number', '[{{ ([1, 2])["0"] }}{{ ([1, 2])[0.5] }}]', { text: '[]' }),
  attack('an index far away', '[{{ ([1, 2])[4294967296] }}]', { text: '[]' }),
  attack('the length of a list as key', '[{{ ([1, 2])["length"] }}]', { text: '[]' }),
]

const DEPTH = [
  attack('10,000 parentheses', `{{ ${'('.repeat(8000)}id${')'.repeat(8000)} }}`),
  attack('brackets', `{{ ${'['.repeat(8000)}${']'.repeat(8000)} }}`),
  attack('nots', `{{ ${'not '.repeat(4000)}id }}`),
  attack('ifs', `${'{% if id %}'.repeat(700)}${'{% endif %}'.repeat(700)}`),
  attack('elifs', `{% if id %}${'{% elif id %}'.repeat(1200)}{% endif %}`),
  attack('lookups', `{{ data.object${'.a'.repeat(8000)} }}`),
  attack('indexes', `{{ data.object${'["a"]'.repeat(3000)} }}`),
  attack('filters', `{{ id${'|upper'.repeat(2500)} }}`),
  attack('ors', `{{ id${' or id'.repeat(2500)} }}`),
  attack('concatenations', `{{ id${'~id'.repeat(5000)} }}`),
  attack('inline ifs', `{{ ${'(id if id else '.repeat(1000)}id${')'.repeat(1000)} }}`),
  attack('more than 5,000 nodes', '{{1}}'.repeat(3200)),
]

const AMPLIFICATION = [
  attack(
    'a loop over a product',
    `{% for a in [${numbers(1500)}] %}{% for b in [${numbers(1500)}] %}x{% endfor %}{% endfor %}`,
    'limited',
  ),
  attack(
    'a silent product',
    `{% for a in [${numbers(1500)}] %}{% for b in [${numbers(1500)}] %}{% endfor %}{% endfor %}`,
    'limited',
  ),
  attack(
    'text in a product',
    `{% for a in [${numbers(60)}] %}{% for b in [${numbers(60)}] %}${'y'.repeat(1000)}{% endfor %}{% endfor %}`,
    'limited',
  ),
  attack(
    'doubling by concatenation',
    `{{ (((((((((((((((("${'z'.repeat(500)}"${`~"${'z'.repeat(800)}")`.repeat(16)} }}`,
    { text: 'z'.repeat(500 + 16 * 800) },
  ),
  attack(
    'a replacement that grows',
    `{{ "${'a'.repeat(500)}" | replace("a", "${'b'.repeat(500)}") }}`,
    'limited',
  ),
  attack(
    'a replacement of replacements',
    `{{ "${'a'.repeat(40)}" | replace("a", "${'aa'.repeat(20)}") | replace("a", "${'aa'.repeat(20)}") | replace("a", "${'aa'.repeat(20)}") | truncate(5) }}`,
    'limited',
  ),
  attack('an empty text replaced', '{{ "abc" | replace("", "xxxxxxxxxxxx") }}', { text: 'abc' }),
  attack('replacement patterns', '{{ "abc" | replace("b", "$&$`$\'$1$$") }}', {
    text: "a$&$`$'$1$$c",
  }),
  attack('a join that grows', `{{ [${numbers(1000)}] | join("${'s'.repeat(200)}") }}`, 'limited'),
  attack(
    'nested lists on paper',
    '{% for a in [[data, data, data, data, data, data, data, data]] %}{% for b in [[a, a, a, a, a, a, a, a]] %}{{ [b, b, b, b, b, b] | json }}{% endfor %}{% endfor %}',
    'limited',
  ),
  attack('json of json of json', `{{ "${'\\\\'.repeat(500)}"${' | json'.repeat(20)} }}`, 'limited'),
  attack('letters that grow', `{{ "${'ΐ'.repeat(50)}" | upper | length }}`, { text: '150' }),
  attack('a long date format', `{{ created_at | date("${'Y'.repeat(15_000)}") }}`, {
    text: '2026'.repeat(15_000),
  }),
  attack(
    'many dates',
    `{% for a in [${numbers(1500)}] %}{% for b in [1, 2, 3] %}{{ created_at | date("H") }}{% endfor %}{% endfor %}`,
    'limited',
  ),
  attack('truncate of minus', '{{ id | truncate("-1") }}', 'limited'),
  attack('truncate of infinity', `{{ id | truncate(${'9'.repeat(350)}) }}`),
  attack('truncate of a fraction', '{{ id | truncate(1.5) }}', 'limited'),
]

const BLANKS_AND_UNICODE = [
  attack('16 KB of blanks before a dash', `${' '.repeat(16_000)}x{%- if id %}{% endif %}`, {
    text: `${' '.repeat(16_000)}x`,
  }),
  attack(
    'blanks around dashes',
    `${' x'.repeat(4000)}${' '.repeat(4000)}{{- "" -}}${' '.repeat(4000)}.`,
    {
      text: `${' x'.repeat(4000)}.`,
    },
  ),
  attack('line breaks before a comment', `${'\n'.repeat(15_000)}x{#- c -#}`, {
    text: `${'\n'.repeat(15_000)}x`,
  }),
  attack('blanks inside a tag', `{{${' '.repeat(16_000)}"a"}}`, { text: 'a' }),
  attack('blanks in raw openings', `{% raw %}${'{%   '.repeat(3000)}`),
  attack('a bracket of full width', '{{ id（）}}'),
  attack('a letter of full width', '{{ ｉｄ }}'),
  attack('a Cyrillic і in id', '{{ іd }}'),
  attack('a zero-width joiner in a name', '{{ i\u200Dd }}'),
  attack('a right-to-left override', '{{ \u202Edi }}'),
  attack('a NUL in a name', '{{ i\0d }}'),
  attack('a NUL in a key', '[{{ data.object["a\0b"] }}]', { text: '[]' }),
  attack('a byte order mark', '\uFEFF{{ "a" }}', { text: '\uFEFFa' }),
  attack('a lone surrogate', '{{ "\uD800" }}', { text: '\uFFFD' }),
  attack('half a character cut', '{{ "a💜b" | truncate(2, true, "") }}', { text: 'a💜' }),
  attack('a name that folds to constructor', '{{ data.object.ｃonstructor }}'),
  attack('a line separator in a tag', '{{ id\u2028.constructor }}'),
  attack('a percent sign alone', '100% { } % }} {', { text: '100% { } % }} {' }),
]

export const ATTACKS: readonly Attack[] = [
  ...PROTOTYPE_WALKS,
  ...NAMES_THAT_CARRY_CODE,
  ...FORBIDDEN_CONSTRUCTS,
  ...PARSER_TRAPS,
  ...DEPTH,
  ...AMPLIFICATION,
  ...BLANKS_AND_UNICODE,
]
