import {
  array,
  asyncProperty,
  assert as check,
  constantFrom,
  nat,
  oneof,
  string,
  tuple,
} from 'fast-check'
import { expect, test } from 'vitest'
import { quoteWord } from '../../programs/shell-words.ts'
import { judgeCommand } from './interpreter/judge-command.ts'
import { judgeTyped } from './interpreter/judge-typed.ts'
import { VERDICTS } from './verdict.ts'

const home = '/home/ada'
const root = `${home}/code/orrery`
const place = { cwd: root, root, home }

const CATASTROPHES: readonly (readonly string[])[] = [
  ['rm', '-rf', '/'],
  ['rm', '-r', '-f', '--no-preserve-root', '/'],
  ['rm', '-rf', home],
  ['rm', '-fr', `${home}/code`],
  ['rm', '-rf', root],
  ['rm', '-Rf', '../..'],
  ['find', '/', '-delete'],
  ['mkfs.ext4', '/dev/sda1'],
  ['dd', 'if=/dev/zero', 'of=/dev/nvme0n1'],
  ['wipefs', '-a', '/dev/sdb'],
  ['chmod', '-R', '777', '/'],
  ['chown', '-R', 'nobody', home],
  ['mv', home, '/dev/null'],
  ['shred', '/dev/sda'],
  ['tee', '/dev/sda'],
]

function toHex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, '0')
}

/** Ways to write one piece of a word; each stands for itself, wherever it is put. */
const WRITE: readonly ((piece: string) => string)[] = [
  (piece) => quoteWord(piece),
  (piece) => `"${piece}"`,
  (piece) => `$'${[...piece].map((char) => `\\x${toHex(char)}`).join('')}'`,
  (piece) => `$'${[...piece].map((char) => `\\u00${toHex(char)}`).join('')}'`,
  (piece) =>
    `$'${[...piece].map((char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`).join('')}'`,
  (piece) => [...piece].map((char) => `\\${char}`).join(''),
  (piece) => `${piece}""`,
  (piece) => `''${piece}`,
  (piece) => `\\\n${quoteWord(piece)}`,
  (piece) => `\${unset_here:+x}${quoteWord(piece)}`,
  (piece) => `\${0:+${piece}}`,
  (piece) => `$(echo ${piece})`,
  (piece) => `\`echo ${piece}\``,
  (piece) => `"$(printf %s ${piece})"`,
  (piece) => `$(base64 -d <<< ${Buffer.from(piece).toString('base64')})`,
]

/** Ways to have a whole command run; each takes any command. */
const WRAP: readonly ((command: string) => string)[] = [
  (command) => `sh -c ${quoteWord(command)}`,
  (command) => `bash -lc ${quoteWord(command)}`,
  (command) => `eval ${quoteWord(command)}`,
  (command) => `sudo bash -c ${quoteWord(command)}`,
  (command) => `env A=b sh -c ${quoteWord(command)}`,
  (command) => `timeout 5 nohup sh -c ${quoteWord(command)} > /dev/null 2>&1 &`,
  (command) => `( ${command}\n)`,
  (command) => `{ ${command}\n}`,
  (command) => `ls && ( ${command}\n)`,
  (command) => `if true; then ${command}\nfi`,
  (command) => `f() { ${command}\n}; f`,
  (command) => `x=${quoteWord(command)}; eval "$x"`,
  (command) => `echo "$( ${command}\n)"`,
  (command) => `printf %s ${quoteWord(command)} | sh`,
  (command) => `sh <<< ${quoteWord(command)}`,
  (command) => `sh <<'END_${command.length}'\n${command}\nEND_${command.length}\n`,
  (command) => `echo ${Buffer.from(command).toString('base64')} | base64 -d | bash`,
  (command) => `echo ${Buffer.from(command).toString('hex')} | xxd -r -p | sh`,
  (command) => `source <(printf %s ${quoteWord(command)})`,
  (command) => `printf %s ${quoteWord(command)} > x.sh; sh x.sh`,
  (command) => `find src -name x -exec sh -c ${quoteWord(command)} \\;`,
  (command) => `xargs -I@@ sh -c ${quoteWord(command)} <<< x`,
  (command) => `trap ${quoteWord(command)} EXIT`,
]

const words = constantFrom(...CATASTROPHES)

/** Cuts a word at a place and writes each piece in its own way. */
function respell(word: string, [cut, one, other]: readonly [number, number, number]): string {
  const at = cut % (word.length + 1)
  const pieces = [word.slice(0, at), word.slice(at)].filter(Boolean)
  return pieces
    .map((piece, index) => {
      const way = index === 0 ? one : other
      return WRITE[way % WRITE.length]?.(piece) ?? piece
    })
    .join('')
}

const spelling = tuple(
  words,
  array(tuple(nat(40), nat(40), nat(40)), { minLength: 5, maxLength: 5 }),
).map(([argv, ways]) =>
  argv.map((word, index) => respell(word, ways[index] ?? [0, 0, 0])).join(' '),
)

const wrapping = array(nat(WRAP.length - 1), { maxLength: 3 })

test('however a catastrophe is quoted and wrapped, it is seen as one', async () => {
  const property = asyncProperty(spelling, wrapping, async (command, ways) => {
    const wrapped = ways.reduce((text, way) => WRAP[way]?.(text) ?? text, command)
    const { verdict } = await judgeCommand(wrapped, place)
    expect({ wrapped, verdict }).toEqual({ wrapped, verdict: 'catastrophic' })
  })
  await check(property, { numRuns: 600 })
})

const noise = oneof(
  constantFrom(...['$(', ')', '`', '"', "'", '\\', '${', '}', '<<EOF', '\n', ';', '&', '|', '>']),
  constantFrom(
    ...['rm', '-rf', '/', ' ', 'ls', '$x', '*', '{a,b}', 'if', 'fi', '((', '[[', '<(', '#'],
  ),
  string({ maxLength: 6 }),
)

test('whatever stands around a catastrophe, it never runs unasked', async () => {
  const property = asyncProperty(array(noise, { maxLength: 6 }), async (before) => {
    const text = before.join('').replaceAll(/[#'"`\\<]|\$[({]|\bexit\b/gu, '')
    const { verdict } = await judgeCommand(`${text}\nrm -rf /`, place)
    expect(['unknown', 'dangerous', 'catastrophic']).toContain(verdict)
  })
  await check(property, { numRuns: 200 })
})

test('no text makes the judge fail', async () => {
  const property = asyncProperty(
    oneof(
      string({ unit: 'binary' }),
      array(noise).map((all) => all.join('')),
    ),
    async (text) => {
      expect(VERDICTS).toContain((await judgeCommand(text, place)).verdict)
      const typing = { place, reader: 'shell', before: '', pending: '' } as const
      expect(VERDICTS).toContain((await judgeTyped(text, typing)).verdict)
    },
  )
  await check(property, { numRuns: 600 })
})
