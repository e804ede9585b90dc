import { expect, test } from 'vitest'
import { parseGrant } from './grants.ts'
import { isVisible, judge } from './judge.ts'

const args = { file_path: '/workspace/src/a.ts', command: 'ls' }
const names = ['read_file', 'write_todos', 'task', 'write_file', 'delete', 'execute', 'teleport']

test('each profile decides each tool as it says', () => {
  const verdicts = (['restricted', 'standard', 'trusted'] as const).map((profile) =>
    names.map((name) => judge({ name, args }, { profile, interruptOn: {} }, undefined).verdict),
  )
  expect(verdicts).toEqual([
    ['allow', 'allow', 'allow', 'deny', 'deny', 'deny', 'deny'],
    ['allow', 'allow', 'allow', 'allow', 'ask', 'ask', 'ask'],
    ['allow', 'allow', 'allow', 'allow', 'allow', 'allow', 'ask'],
  ])
})

test('a project can make a call ask, and never allow it', () => {
  const interruptOn = {
    edit_file: true,
    read_file: { allowedDecisions: ['approve'] },
    execute: false,
  }
  const asked = { profile: 'trusted', interruptOn } as const
  const judged = ['edit_file', 'read_file', 'execute', 'write_file'].map(
    (name) => judge({ name, args }, asked, undefined).verdict,
  )
  expect(judged).toEqual(['ask', 'ask', 'allow', 'allow'])
  const standard = { profile: 'standard', interruptOn } as const
  expect(judge({ name: 'execute', args }, standard, undefined).verdict).toBe('ask')
  const restricted = { profile: 'restricted', interruptOn } as const
  expect(judge({ name: 'edit_file', args }, restricted, undefined).verdict).toBe('deny')
})

test('a definition gives an agent its tools, some only below a folder', () => {
  const rules = { profile: 'trusted', interruptOn: {} } as const
  const grants = ['read_file', 'write_file(/docs/)'].map(parseGrant)
  const write = (file_path: unknown) =>
    judge({ name: 'write_file', args: { file_path } }, rules, grants).verdict
  expect(isVisible('execute', rules, grants)).toBe(false)
  expect(judge({ name: 'execute', args }, rules, grants).verdict).toBe('deny')
  const paths = ['/docs/a.md', '/workspace/a.md', '/docs/../workspace/a.md', 7]
  expect(paths.map(write)).toEqual(['allow', 'deny', 'deny', 'deny'])
})

test('a verdict says which rule it comes from and what could happen', () => {
  const rules = { profile: 'standard', interruptOn: { edit_file: true } } as const
  expect(judge({ name: 'edit_file', args }, rules, undefined)).toEqual({
    verdict: 'ask',
    rule: 'interruptOn in .orrery/settings.json asks before edit_file.',
    risk: 'Changes src/a.ts.',
    isJudged: true,
  })
})

test('a tool nobody described is not judged, whichever rule asks', () => {
  const isJudged = (name: string, interruptOn = {}) =>
    judge({ name, args }, { profile: 'standard', interruptOn }, undefined).isJudged
  const judged = [
    isJudged('execute'),
    isJudged('teleport'),
    isJudged('teleport', { teleport: true }),
  ]
  expect(judged).toEqual([true, false, false])
})

test('every change to the rules themselves asks, whatever way its path is written', () => {
  const paths = [
    '/workspace/.orrery/settings.json',
    '/workspace//./.Orrery/settings.json',
    '/workspace/.orrery',
    '/workspace/.claude/agents/helper.md',
    '/workspace/.mcp.json',
    '/workspace/.orrery-notes.md',
    '/workspace/src/.orrery/x',
  ]
  const judged = (name: string, profile: 'restricted' | 'trusted') =>
    paths.map((file_path) => {
      const call = { name, args: { file_path } }
      return judge(call, { profile, interruptOn: {} }, undefined).verdict
    })
  const verdicts = ['ask', 'ask', 'ask', 'ask', 'ask', 'allow', 'allow']
  expect(['write_file', 'edit_file', 'delete'].map((name) => judged(name, 'trusted'))).toEqual([
    verdicts,
    verdicts,
    verdicts,
  ])
  expect(new Set(judged('write_file', 'restricted'))).toEqual(new Set(['deny']))
  expect(new Set(judged('read_file', 'trusted'))).toEqual(new Set(['allow']))
})
