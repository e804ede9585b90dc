import fc from 'fast-check'
import { isJson, listOf, type ModelRequest } from './model-formats/format.ts'

/** JSON that a model may send, as text. */
export interface JsonCase {
  readonly name: string
  readonly text: string
}

const hash = `sha256:${'0'.repeat(64)}`

const constructorOf = (...id: readonly string[]) =>
  JSON.stringify({ lc: 1, type: 'constructor', id, kwargs: { content: 'hi' } })
const special = (name: string, ...args: readonly unknown[]) =>
  JSON.stringify({ lc: 2, type: 'constructor', id: [name], method: null, args, kwargs: {} })

/** JSON that one of the libraries, or an earlier version of Orrery, read as more than plain data. */
const hostile: Readonly<Record<string, string>> = {
  'a constructor of LangChain that is unknown': constructorOf('nowhere', 'Anything'),
  'a message of LangChain': constructorOf('langchain_core', 'messages', 'HumanMessage'),
  'a prompt of LangChain': constructorOf('langchain_core', 'prompts', 'prompt', 'PromptTemplate'),
  'a secret of LangChain': '{"lc":1,"type":"secret","id":["HOME"]}',
  'a class of LangChain that is not written': '{"lc":1,"type":"not_implemented","id":["x"]}',
  'an escape of LangChain': '{"__lc_escaped__":{"lc":1,"type":"secret","id":["HOME"]}}',
  'an escaped escape of LangChain': '{"__lc_escaped__":{"__lc_escaped__":{"lc":2}}}',
  'an undefined of LangGraph': '{"lc":2,"type":"undefined"}',
  'a set of LangGraph': special('Set', [1, 1]),
  'a map of LangGraph': special('Map', [['a', 1]]),
  'a pattern of LangGraph': special('RegExp', '(a+)+$', ''),
  'an error of LangGraph': special('Error', 'no'),
  'bytes of LangGraph': special('Uint8Array', [1, 2]),
  'a snapshot of LangGraph': '{"lc":2,"type":"delta_snapshot","value":[]}',
  'a constructor with a method': '{"lc":2,"type":"constructor","id":["Function"],"args":["x"]}',
  'a task of LangGraph': '{"node":"tools","args":{"a":1}}',
  'a task with a bad time limit': '{"node":"tools","args":{},"timeout":"never"}',
  'a named task of LangGraph': '{"lg_name":"Send","node":"tools","args":[1],"more":1}',
  'a command of LangGraph': '{"lg_name":"Command","update":{"messages":[]},"goto":["__end__"]}',
  'a command to nowhere': '{"lg_name":"Command","goto":[5]}',
  'an overwrite of LangGraph': '{"__overwrite__":[]}',
  'a named overwrite of LangGraph': '{"lg_name":"Overwrite","type":"__overwrite__","value":[]}',
  'an interrupt of LangGraph': '{"__interrupt__":[{"value":1}]}',
  'a direct output of LangChain': '{"lc_direct_tool_output":true,"lc_serializable":true}',
  'a message of a request': '{"role":"user","content":"hi"}',
  'a message with its methods': '{"_getType":"human","getType":"human","type":"human"}',
  'a mark of Orrery': `{"$orrery":"text","hash":"${hash}"}`,
  'a message reference of Orrery': `{"$orrery":"message","hash":"${hash}"}`,
  'a list reference of Orrery': '{"$orrery":"messages","groups":[],"chunks":[],"rest":[]}',
  'a record of Orrery': '{"$orrery":"record","entries":[["a",{"$orrery":"undefined"}]]}',
  'a stored message of Orrery': '{"$orrery":"message-1","kind":"human","content":"hi"}',
  'an unknown mark of Orrery': '{"$orrery":{"$orrery":["x"]}}',
  'a reference to a blob': `{"ref":"${hash}","bytes":1,"head":"x"}`,
  'stored JSON': '{"json":{"json":1}}',
  'a prototype': '{"__proto__":{"isAdmin":true},"a":{"__proto__":null}}',
  'names that every object has':
    '{"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":null,"valueOf":"x"}',
  'methods by name': '{"toJSON":"x","then":1,"length":-1,"asyncIterator":{}}',
  'keys like numbers': '{"10":1,"9":2,"a":3,"-1":4,"01":5}',
  'an empty key': '{"":{"":[]}}',
  numbers: '[0,-1,1e21,5e-324,1.7976931348623157e308,0.1,9007199254740991]',
  'all kinds of nothing': '[null,false,0,"",[],{}]',
  'control characters': JSON.stringify('\0\u0001\u001f\u007f\u0085\u2028\u2029\ufeff\ufffe'),
  'a line separator': JSON.stringify({ 'a\u2028b': 'c\u2029d' }),
  'half of a character': '"a\\ud800b"',
  'half of a character in a key': '{"\\udc00":1}',
  'a long text': JSON.stringify('🪐é'.repeat(1000)),
  'a long text with half of a character': `"${'x'.repeat(2000)}\\ud83d"`,
  'a long text after a byte order mark': JSON.stringify(`\ufeff${'x'.repeat(2000)}`),
  'sixty lists': `${'['.repeat(60)}${']'.repeat(60)}`,
  'JSON within JSON': JSON.stringify(JSON.stringify({ lc: 1, text: '"\\"' })),
}

const SEED = 20_261_128
const DRAWN = 200

const key = fc.oneof(
  fc.constantFrom('lc', 'type', 'id', 'kwargs', '$orrery', '__proto__', 'node', 'args', 'lg_name'),
  fc.constantFrom('hash', 'ref', 'json', 'toJSON', 'constructor', 'content', 'tool_calls', 'value'),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(1, 2, 'constructor', 'undefined', 'Set', 'message', 'record', 'Send', 'text'),
      fc.constantFrom(null, true, false, '', 'tools', hash),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 5 }).map((all) => Object.fromEntries(all)),
  ),
}))

/** Every case; the text of each is what `JSON.stringify` writes. */
export const jsonCases: readonly JsonCase[] = [
  ...Object.entries(hostile).map(([name, text]) => ({ name, text: canonical(text) })),
  ...fc
    .sample(json, { seed: SEED, numRuns: DRAWN })
    .map((value, index) => ({ name: `drawn ${index + 1}`, text: JSON.stringify(value) })),
]

function canonical(text: string): string {
  return JSON.stringify(JSON.parse(text))
}

/** Arguments that hold it, at their top where it is a record. */
export function argumentsOf({ text }: Pick<JsonCase, 'text'>): string {
  return text.startsWith('{') ? text : `{"value":${text}}`
}

/** Providers refuse a request with half of a character, so it is replaced on the wire alone. */
export function wellFormed(json: string): string {
  const replaced = JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') return value.toWellFormed()
    if (!isJson(value)) return value
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, item]) => [key.toWellFormed(), item]))
  })
  return JSON.stringify(replaced)
}

/** The text of the arguments of every call in a request of OpenAI's form. */
export function argumentsIn(request: ModelRequest | undefined): readonly unknown[] {
  return listOf(request?.body['messages'])
    .flatMap(({ tool_calls: calls }) => listOf(calls))
    .map(({ function: called }) => isJson(called) && called['arguments'])
}
