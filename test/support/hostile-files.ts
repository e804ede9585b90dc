/** A text that keeps a parser busy, by the length that it is to have. */
export interface HostileText {
  readonly name: string
  toText(chars: number): string
}

const repeated = (name: string, piece: string): HostileText => ({
  name,
  toText: (chars) => piece.repeat(Math.floor(chars / piece.length)),
})

const between = (
  name: string,
  [start, piece, end]: readonly [start: string, piece: (index: number) => string, end: string],
): HostileText => ({
  name,
  toText: (chars) => {
    const pieces: string[] = []
    let length = start.length + end.length
    for (let index = 0; ; index += 1) {
      const one = piece(index)
      length += one.length
      if (length > chars) break
      pieces.push(one)
    }
    return start + pieces.join('') + end
  },
})

const nested = (name: string, [open, close]: readonly [open: string, close: string]) => ({
  name,
  toText: (chars: number) => {
    const depth = Math.floor((chars - 1) / (open.length + close.length))
    return `${open.repeat(depth)}0${close.repeat(depth)}`
  },
})

/** Texts for files of JSON. */
export const HOSTILE_JSON: readonly HostileText[] = [
  // A regular expression that looks for comments outside of strings takes quadratic time for it.
  repeated('escaped quotes', '"\\'),
  repeated('comments that are never closed', '/*'),
  repeated('slashes', '//'),
  repeated('quotes', '"'),
  repeated('lists that are never closed', '['),
  repeated('commas', ','),
  nested('nested lists', ['[', ']']),
  nested('nested objects', ['{"a":', '}']),
  between('a list of nothing', ['[', () => '[],', '0]']),
  between('one key many times', ['{', () => '"a":0,', '"a":0}']),
  between('keys', ['{', (index) => `"${index.toString(36)}":0,`, '"":0}']),
  between('servers', ['{"mcpServers":{', (index) => `"${index.toString(36)}":{},`, '"":{}}}']),
  between('arguments', ['{"mcpServers":{"a":{"command":"a","args":[', () => '"a",', '"a"]}}}']),
  between('wrong arguments', ['{"mcpServers":{"a":{"command":"a","args":[', () => '0,', '0]}}}']),
  between('configurations', ['{"configurations":[', () => '{},', '{}]}']),
  between('hooks', ['{"hooks":{"Stop":[{"hooks":[', () => '{"command":""},', '0]}]}}']),
  {
    name: 'hooks that each repeat their group',
    toText: (chars) => {
      const hooks = Array(1_000).fill({ command: 'a' })
      const group = { matcher: 'a'.repeat(chars - 20_000), hooks }
      return JSON.stringify({ hooks: { Stop: [group] } })
    },
  },
  between('language servers', [
    '{"languageServers":{',
    (index) => `"${index.toString(36)}":{},`,
    '"":{}}}',
  ]),
  between('rules', ['{"interruptOn":{', (index) => `"${index.toString(36)}":0,`, '"":0}}']),
]

/** Texts for front matter. */
export const HOSTILE_YAML: readonly HostileText[] = [
  repeated('explicit keys', '? '),
  repeated('explicit keys in objects', '{? '),
  repeated('lists that are never closed', '['),
  repeated('lists that are closed too often', ']'),
  repeated('lists and objects', '[{'),
  repeated('lists in lists', '- '),
  repeated('colons', ': '),
  repeated('tags', '!a '),
  repeated('one key many times', 'a:\n'),
  repeated('empty keys', ':\n'),
  repeated('quotes', '"'),
  repeated('directives', '%a\n'),
  nested('nested lists', ['[', ']']),
  nested('nested objects', ['{a: ', '}']),
  between('keys', ['', (index) => `${index.toString(36)}:\n`, '']),
  between('names', ['name: a\ndescription: d\ntools: [', () => 'a,', 'a]\n']),
  between('names of tools', [
    'name: a\ndescription: d\ntools: [',
    (index) => `mcp__${index.toString(36)}__a, `,
    'a]\n',
  ]),
  between('wrong names', ['name: a\ndescription: d\ntools: [', () => '0,', '0]\n']),
  between('aliases', ['a: &a [b, c]\nd: [', () => '*a , ', '*a ]\n']),
  between('aliases of aliases', [
    'a0: &a0 [b, b]\n',
    (index) => `a${index + 1}: &a${index + 1} [*a${index} , *a${index} ]\n`,
    '',
  ]),
  between('merges', [
    'a0: &a0 {k0: 0}\n',
    (index) => `a${index + 1}: &a${index + 1}\n  <<: *a${index}\n  k${index + 1}: 1\n`,
    '',
  ]),
]
