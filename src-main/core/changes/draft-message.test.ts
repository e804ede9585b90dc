import { expect, test } from 'vitest'
import { writeComments } from '#shared/changes/comment-prompt.ts'
import { openForkedHost } from '../../../test/support/forked-host.ts'
import { says, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { draftMessage, toMessage } from './draft-message.ts'

test('the first line of a prompt is the subject, with nothing lost of what is too long for it', () => {
  expect(toMessage('\n  Mend it \r\n\nand say so.')).toBe('Mend it')
  const full = 'a'.repeat(35)
  expect(toMessage(`${full} ${full}b`)).toBe(`${full} ${full}b`)
  const [subject, gap, rest] = toMessage(`${'mend it '.repeat(10)}now\nmore`).split('\n')
  expect([subject, gap, rest]).toEqual([
    ...[`${'mend it '.repeat(8)}mend …`, '', '… it mend it now'],
  ])
  expect(subject?.length).toBeLessThanOrEqual(72)
})

test('no word is cut, however long', () => {
  const word = 'x'.repeat(90)
  expect(toMessage(word)).toBe(word)
  expect(toMessage(`${word} is too long`)).toBe(`${word} …\n\n… is too long`)
})

test('comments that were sent are no subject: what was asked for before them is', async () => {
  const script = scriptAgents({ Mend: [says('Done.'), says('Done.'), says('Done.')] })
  await using host = await openForkedHost({ script, isGit: true, files: { 'project/a.ts': 'x\n' } })
  const said = { path: '/workspace/a.ts', line: 1, endLine: 1, quote: 'x', text: 'Why?' }
  await host.prompt('Mend it')
  await host.prompt(writeComments([said]))
  expect(draftMessage(await host.states())).toBe('Mend it')
  await host.prompt(`Now this\n\n${writeComments([said])}`)
  expect(draftMessage(await host.states())).toBe('Now this')
})
