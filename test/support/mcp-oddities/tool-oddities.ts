import { answering, goodTool, type McpOddity } from './oddity.ts'

/** Tools that break the protocol: they are left out, and the rest is kept. */
const broken: readonly (readonly [name: string, tool: unknown, called: string, reason: string])[] =
  [
    [
      'a property whose schema is true',
      odd({ type: 'object', properties: { any: true } }),
      'odd',
      'argument "any"',
    ],
    [
      'a property whose schema is null',
      odd({ type: 'object', properties: { a: null } }),
      'odd',
      'argument "a"',
    ],
    [
      'a property whose schema is a string',
      odd({ type: 'object', properties: { a: 'string' } }),
      'odd',
      'argument "a"',
    ],
    [
      'properties that are an array',
      odd({ type: 'object', properties: ['a'] }),
      'odd',
      'aren’t an object',
    ],
    ['no input schema', { name: 'odd', description: 'Does odd.' }, 'odd', 'no input schema'],
    ['an input schema that is null', odd(null), 'odd', 'no input schema'],
    ['an input schema of type string', odd({ type: 'string' }), 'odd', 'the type "string"'],
    ['an input schema of type array', odd({ type: 'array', items: {} }), 'odd', 'the type "array"'],
    ['an input schema that is true', odd(true), 'odd', 'isn’t an object'],
    ['an input schema that is a string', odd('{"type":"object"}'), 'odd', 'isn’t an object'],
    ['an input schema that is an array', odd([]), 'odd', 'isn’t an object'],
    ['no name', { inputSchema: { type: 'object' } }, 'tool 1', 'no name'],
    ['an empty name', { ...odd({ type: 'object' }), name: '' }, 'tool 1', 'no name'],
    ['a blank name', { ...odd({ type: 'object' }), name: ' \n' }, 'tool 1', 'no name'],
    ['a name that is a number', { ...odd({ type: 'object' }), name: 7 }, 'tool 1', 'no name'],
    ['null in place of a tool', null, 'tool 1', 'isn’t an object'],
    ['a string in place of a tool', 'odd', 'tool 1', 'isn’t an object'],
    [
      'a tool that only runs as a task',
      { ...odd({ type: 'object' }), execution: { taskSupport: 'required' } },
      'odd',
      'as a task',
    ],
    [
      'a required argument that providers refuse to name',
      odd({ type: 'object', properties: { 'a b': {} }, required: ['a b'] }),
      'odd',
      '"a b"',
    ],
  ]

const text = { type: 'string' }
const argument = (schema: object) => ({ type: 'object', properties: { a: schema } })

/** Schemas that some provider refuses, and what models are given in their place. */
const schemas: readonly (readonly [name: string, from: object, to: object])[] = [
  ['a schema without a type', { properties: { a: text } }, argument(text)],
  ['an empty schema', {}, { type: 'object', properties: {} }],
  ['a schema whose type is null', { type: null }, { type: 'object', properties: {} }],
  [
    'a schema of type object or null',
    { type: ['object', 'null'] },
    { type: 'object', properties: {} },
  ],
  [
    'properties that are null',
    { type: 'object', properties: null },
    { type: 'object', properties: {} },
  ],
  [
    'a schema of draft 4',
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'x',
      ...argument({ type: 'number', minimum: 0, exclusiveMinimum: true }),
    },
    argument({ type: 'number', minimum: 0 }),
  ],
  [
    'an argument required as in draft 3',
    argument({ type: 'string', required: true }),
    argument(text),
  ],
  [
    'a reference in a circle',
    { ...argument({ $ref: '#/$defs/node' }), $defs: { node: argument({ $ref: '#/$defs/node' }) } },
    argument(argument({})),
  ],
  ['a reference to itself', argument({ $ref: '#' }), argument(argument({}))],
  ['a schema that refers to itself alone', { $ref: '#' }, { type: 'object', properties: {} }],
  [
    'a reference to definitions',
    { ...argument({ $ref: '#/definitions/t', description: 'A t.' }), definitions: { t: text } },
    argument({ ...text, description: 'A t.' }),
  ],
  ['a reference to nowhere', argument({ $ref: '#/$defs/gone' }), argument({})],
  [
    'a reference to another document',
    argument({ $ref: 'https://example.com/schema.json' }),
    argument({}),
  ],
  [
    'a reference at the top',
    { $ref: '#/$defs/Args', $defs: { Args: { ...argument(text), required: ['a'] } } },
    { ...argument(text), required: ['a'] },
  ],
  [
    'anyOf at the top',
    {
      type: 'object',
      anyOf: [
        { properties: { a: text }, required: ['a'] },
        { properties: { b: text }, required: ['b'] },
      ],
    },
    { type: 'object', properties: { a: text, b: text } },
  ],
  [
    'oneOf of references at the top',
    { oneOf: [{ $ref: '#/$defs/x' }], $defs: { x: { ...argument(text), required: ['a'] } } },
    { ...argument(text), required: ['a'] },
  ],
  [
    'allOf at the top',
    {
      type: 'object',
      allOf: [{ ...argument(text), required: ['a'] }, { properties: { b: text } }],
    },
    { type: 'object', properties: { a: text, b: text }, required: ['a'] },
  ],
  [
    'enum, not and if at the top',
    { ...argument(text), enum: [{}], not: {}, if: {} },
    argument(text),
  ],
  [
    'nested oneOf and allOf',
    argument({ oneOf: [text, { allOf: [{ type: 'number' }, { minimum: 1 }] }] }),
    argument({ anyOf: [text, { type: 'number', minimum: 1 }] }),
  ],
  [
    'a deeper boolean schema',
    argument({ type: 'array', items: true }),
    argument({ type: 'array', items: {} }),
  ],
  [
    'a deeper property that is false',
    argument({ type: 'object', properties: { never: false, b: text } }),
    argument({ type: 'object', properties: { b: text } }),
  ],
  ['an array without items', argument({ type: 'array' }), argument({ type: 'array', items: {} })],
  [
    'a tuple',
    argument({ type: 'array', items: [text, text] }),
    argument({ type: 'array', items: {} }),
  ],
  ['an unknown type', argument({ type: 'any' }), argument({})],
  ['a constant', argument({ const: 'x' }), argument({ enum: ['x'] })],
  ['an enum that isn’t an array', argument({ type: 'string', enum: 'a|b' }), argument(text)],
  ['an empty enum', argument({ type: 'string', enum: [] }), argument(text)],
  ['a pattern that isn’t one', argument({ type: 'string', pattern: '(' }), argument(text)],
  ['numbers as strings', argument({ type: 'string', maxLength: '5' }), argument(text)],
  [
    'keywords of somebody’s own',
    argument({ ...text, 'x-order': 1, nullable: true, examples: ['b'] }),
    argument(text),
  ],
  [
    'an optional argument that providers refuse to name',
    { type: 'object', properties: { $filter: text, a: text } },
    argument(text),
  ],
  [
    'required arguments that don’t exist',
    { ...argument(text), required: ['a', 'gone', 7] },
    { ...argument(text), required: ['a'] },
  ],
  ['a description that is an object', argument({ ...text, description: {} }), argument(text)],
]

function odd(inputSchema: unknown) {
  return { name: 'odd', description: 'Does odd.', inputSchema }
}

const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `d${index}`,
    {
      type: 'object',
      properties: { l: { $ref: `#/$defs/d${index + 1}` }, r: { $ref: `#/$defs/d${index + 1}` } },
    },
  ]),
)
const deep = Array.from({ length: 500 }).reduce<object>((inner) => argument(inner), text)

/** Tools that are used as they are, but for what is odd. */
const kept: readonly (readonly [name: string, tool: object, description?: string])[] = [
  ['a description that is null', { ...odd({ type: 'object' }), description: null }, ''],
  ['a description that is a number', { ...odd({ type: 'object' }), description: 5 }, ''],
  [
    'a description of a megabyte',
    { ...odd({ type: 'object' }), description: 'long '.repeat(200_000) },
    '… (cut)',
  ],
  [
    'an output schema that isn’t one',
    { ...odd({ type: 'object' }), outputSchema: { type: 'array', items: 5 } },
  ],
  ['an output schema that is null', { ...odd({ type: 'object' }), outputSchema: null }],
  [
    'odd titles, annotations and icons',
    { ...odd({ type: 'object' }), title: null, annotations: 'none', icons: {}, _meta: null },
  ],
  [
    'references that double',
    odd({ ...argument({ $ref: '#/$defs/d0' }), $defs: doubling }),
    'Does odd.',
  ],
  ['a schema that is 500 levels deep', odd(deep), 'Does odd.'],
  ['a schema of a megabyte', odd(argument({ enum: ['x'.repeat(1_000_000)] })), 'too long'],
]

/** Names that providers refuse: agents call the tool by another one. */
const names = ['a/b.c d', 'größe', 'x'.repeat(300), '工具', '-', 'mcp__other__tool', 'a\u0000b']

function listing(tools: readonly unknown[]) {
  return answering('tools/list', { tools })
}

export const toolOddities: readonly McpOddity[] = [
  ...broken.map(([name, tool, called, reason]) => ({
    name: `tool: ${name}`,
    ...listing([tool, goodTool]),
    expected: { leftOut: { [called]: reason } },
  })),
  ...schemas.map(([name, from, schema]) => ({
    name: `schema: ${name}`,
    ...listing([odd(from), goodTool]),
    expected: { tools: ['odd', 'good'], schema },
  })),
  ...kept.map(([name, tool, description = 'Does odd.']) => ({
    name: `tool: ${name}`,
    ...listing([tool, goodTool]),
    expected: { tools: ['odd', 'good'], description },
  })),
  ...names.map((name) => ({
    name: `name: ${JSON.stringify(name.slice(0, 20))}`,
    ...listing([{ ...odd({ type: 'object' }), name }, goodTool]),
    expected: { tools: [name, 'good'] },
  })),
  {
    name: 'tool: annotations',
    ...listing([
      { ...odd({ type: 'object' }), annotations: { readOnlyHint: true, destructiveHint: true } },
      goodTool,
    ]),
    expected: { tools: ['odd', 'good'], claims: ['read-only', 'destructive'] },
  },
  {
    name: 'tool: a title and an open world',
    ...listing([
      { ...odd({ type: 'object' }), annotations: { title: 'Odd one', openWorldHint: true } },
      goodTool,
    ]),
    expected: { tools: ['odd', 'good'], claims: ['open-world'] },
  },
  {
    name: 'tool: a closed world',
    ...listing([{ ...odd({ type: 'object' }), annotations: { openWorldHint: false } }, goodTool]),
    expected: { tools: ['odd', 'good'], claims: ['closed-world'] },
  },
  {
    name: 'tool: annotations that aren’t booleans',
    ...listing([
      { ...odd({ type: 'object' }), annotations: { readOnlyHint: 'true', destructiveHint: 1 } },
      goodTool,
    ]),
    expected: { tools: ['odd', 'good'], claims: [] },
  },
  {
    name: 'name: the same twice',
    ...listing([goodTool, { ...goodTool, description: 'Does bad.' }]),
    expected: { leftOut: { good: 'lists this name twice' } },
  },
]
