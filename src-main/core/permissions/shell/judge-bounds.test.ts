import { array, asyncProperty, assert as check, constantFrom, integer, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { hostileCommands } from '../../../../test/support/hostile-commands.ts'
import { judgeCommand } from './interpreter/judge-command.ts'
import { afterTyping, judgeTyped } from './interpreter/judge-typed.ts'
import { TOO_COMPLEX, VERDICTS } from './verdict.ts'
import { TooMuchWork, Work } from './work.ts'

const home = '/home/ada'
const place = { cwd: `${home}/code/orrery`, root: `${home}/code/orrery`, home }

test.for(Object.entries(hostileCommands))('judges %s', async ([, command]) => {
  const judged = await judgeCommand(command, place)
  expect(VERDICTS).toContain(judged.verdict)
  // The result is repeatable, because work is counted, not timed.
  expect(await judgeCommand(command, place)).toEqual(judged)
})

test.for([
  '300 roots and 300 -exec',
  'deep subshells',
  'deep loops',
  'a command of a megabyte',
  '300,000 commands',
  'brace ranges in one word',
  'reversed over and over',
])('requests approval for %s', async (name) => {
  expect(await judgeCommand(hostileCommands[name] ?? '', place)).toMatchObject(TOO_COMPLEX)
})

test.for([
  ['sed "1111111111111111111111111111111111111111z" a', 'unknown'],
  ["sed -n '10,20p' a", 'safe'],
  ["sed -n '/^a,b$/,/c/p' a", 'safe'],
  ["sed 's/a/b/gI' a", 'safe'],
  ["sed '2 s|a|b|;3d' a", 'safe'],
  ["sed 's/a/b/w out' a", 'unknown'],
  ["sed 's/a/b/e' a", 'unknown'],
  ["sed 'e ls' a", 'unknown'],
] as const)('judges %s as %s', async ([command, verdict]) => {
  expect((await judgeCommand(command, place)).verdict).toBe(verdict)
})

test.for([
  [`x=abcabc; rm -rf "/\${x##*c}"`, 'catastrophic'],
  [`x=a/b/cc; rm -rf "/\${x#*/b/}"`, 'dangerous'],
  [`x=/tmpx; rm -rf "\${x%tmp*}"`, 'catastrophic'],
  [`x=xyz; rm -rf "/\${x//[xyz]/}"`, 'catastrophic'],
  [`x=a.b; rm -rf "/\${x/%.*/}" && rm -rf "/\${x/#a*b/}"`, 'catastrophic'],
] as const)('follows the patterns of parameters: %s', async ([command, verdict]) => {
  expect((await judgeCommand(command, place)).verdict).toBe(verdict)
})

test('keeps a catastrophic finding made before giving up', async () => {
  const command = `rm -rf /; ${hostileCommands['deep loops']}`
  const { verdict } = await judgeCommand(command, place)
  expect(verdict).toBe('catastrophic')
})

const piece = constantFrom(
  ...['$(', ')', '(', '`', '"', "'", '\\', `\${`, '}', '{', ',', '{a,b}', '{1..9}', '<<E\n', '\n'],
  ...[
    ';',
    '&',
    '|',
    '>',
    '<',
    'x=$x$x;',
    '$x',
    '*',
    '[',
    ']',
    'ls ',
    'rm -rf ',
    '/',
    'a',
    ' ',
    '\0',
  ],
  ...['if true; then ', 'fi;', 'for i in a b c; do ', 'done;', '| sh ', 'eval ', 'f() { ', 'sed '],
)
const text = array(tuple(piece, integer({ min: 1, max: 400 })), { maxLength: 8 }).map((pieces) =>
  pieces.map(([one, count]) => one.repeat(count)).join(''),
)

test('judges repeated and typed input without failing', { timeout: 120_000 }, async () => {
  const property = asyncProperty(text, async (command) => {
    expect(VERDICTS).toContain((await judgeCommand(command, place)).verdict)
    const given = { before: '', pending: command }
    const typing = { place, reader: 'shell', ...given } as const
    expect(VERDICTS).toContain((await judgeTyped(`\x03${command}\n`, typing)).verdict)
    expect(await afterTyping('\x03ls\n', given)).toHaveProperty('pending')
  })
  await check(property, { numRuns: 60 })
})

test('limits steps, units and nesting', () => {
  const work = new Work()
  const sink = (depth: number): number => (depth === 0 ? 0 : work.nest(() => sink(depth - 1)))
  expect(sink(200)).toBe(0)
  expect(() => sink(201)).toThrow(TooMuchWork)
  expect(() => new Work().spend(1e9)).toThrow(TooMuchWork)
  expect(() => Array.from({ length: 2_000 }, () => work.step())).toThrow(TooMuchWork)
})
