import { expect, test } from 'vitest'
import { toolFor } from '../catalogue/index.ts'
import { dependsOn, touchesOf } from './touches.ts'

type ToolRequest = readonly [name: string, args?: Readonly<Record<string, unknown>>]

function isOrdered(
  [laterName, laterArgs = {}]: ToolRequest,
  [name, args = {}]: ToolRequest,
): boolean {
  const later = touchesOf(toolFor(laterName, laterArgs), laterArgs)
  return dependsOn(later, touchesOf(toolFor(name, args), args))
}

const file = (path: string) => ({ file_path: path })
const writeB: ToolRequest = ['write_file', file('/workspace/src/b.ts')]
const command: ToolRequest = ['run_command', { command: 'make' }]
const mcp: ToolRequest = ['mcp__one__do']

test.each<readonly [earlier: ToolRequest, later: ToolRequest]>([
  [writeB, ['read_file', file('/workspace/src/b.ts')]],
  [writeB, ['read_file', file('/workspace//src/./B.ts')]],
  [writeB, ['write_file', file('/workspace/src/b.ts')]],
  [writeB, ['edit_file', file('/workspace/src/b.ts')]],
  [writeB, ['compose_files', { edits: [{ file_path: '/workspace/src/b.ts', content: '' }] }]],
  [writeB, ['delete_file', file('/workspace/src')]],
  [writeB, ['move_file', { from: '/workspace/src', to: '/workspace/lib' }]],
  [writeB, ['ls']],
  [writeB, ['ls', { path: '/workspace/src/' }]],
  [writeB, ['glob', { pattern: '*.md' }]],
  [writeB, ['grep', { pattern: 'b', path: '/workspace/src' }]],
  [writeB, ['search_symbols', { query: 'b' }]],
  [writeB, ['get_diagnostics', { path: '/workspace/src/a.ts' }]],
  [writeB, ['git', { action: 'diff' }]],
  [writeB, ['run_tests']],
  [writeB, ['manage_terminal', { action: 'start', command: 'npm start' }]],
  [writeB, ['debug_start', { program: '/workspace/src/b.ts' }]],
  [writeB, ['task', { description: 'look', subagent_type: 'explore' }]],
  [writeB, ['delegate_task', { description: 'look', subagent_type: 'explore' }]],
  [writeB, ['browser', { action: 'open' }]],
  [writeB, mcp],
  [writeB, command],
  [['read_file', file('/workspace/src/b.ts')], writeB],
  [
    ['write_file', file('/workspace/src/.gitignore')],
    ['glob', { path: '/workspace/src' }],
  ],
  [
    ['move_file', { from: '/workspace/a.txt', to: '/workspace/c.txt' }],
    ['ls', { path: '/workspace' }],
  ],
  [['move_file', { from: '/workspace/a.ts', to: '/workspace/c.ts' }], writeB],
  [['delete_file', file('/workspace/src')], writeB],
  [command, ['read_file', file('/docs/plan.md')]],
  [command, command],
  [command, ['git', { action: 'status' }]],
  [mcp, ['read_file', file('/workspace/a.txt')]],
  [mcp, mcp],
  [
    ['task', { subagent_type: 'general-purpose' }],
    ['read_file', file('/workspace/a.txt')],
  ],
  [
    ['git', { action: 'commit', message: 'all', all: true }],
    ['git', { action: 'log' }],
  ],
  [
    ['manage_terminal', { action: 'send', terminal: 't' }],
    ['manage_terminal', { action: 'read' }],
  ],
  [
    ['create_team', { name: 'duo' }],
    ['send_message', { to: 'one' }],
  ],
  [
    ['manage_core_memory', { action: 'append', label: 'a' }],
    ['manage_core_memory', { action: 'list' }],
  ],
  [
    ['manage_core_memory', { action: 'remove', label: 'a' }],
    ['read_file', file('/memories/a')],
  ],
  [
    ['manage_tasks', { action: 'create' }],
    ['manage_tasks', { action: 'list' }],
  ],
  [
    ['debug_set_breakpoints', { path: '/workspace/a.ts' }],
    ['debug_control', {}],
  ],
  [
    ['write_todos', {}],
    ['write_todos', {}],
  ],
])('after %j, %j waits', (earlier, later) => {
  expect(isOrdered(later, earlier)).toBe(true)
})

test.each<readonly [earlier: ToolRequest, later: ToolRequest]>([
  [writeB, ['read_file', file('/workspace/src/b.ts.txt')]],
  [writeB, ['write_file', file('/workspace/src/a.ts')]],
  [writeB, ['ls', { path: '/workspace/test' }]],
  [writeB, ['think', { thought: 'b' }]],
  [writeB, ['write_todos', {}]],
  [writeB, ['web_search', { query: 'b' }]],
  [writeB, ['ask_person', { question: 'b' }]],
  [writeB, ['send_message', { to: 'one' }]],
  [writeB, ['manage_tasks', { action: 'create' }]],
  [
    ['read_file', file('/workspace/a.txt')],
    ['read_file', file('/workspace/a.txt')],
  ],
  [
    ['grep', { pattern: 'a' }],
    ['read_file', file('/workspace/a.txt')],
  ],
  [
    ['web_search', { query: 'a' }],
    ['web_search', { query: 'b' }],
  ],
  [
    ['delegate_task', {}],
    ['delegate_task', {}],
  ],
  [['move_file', { from: '/workspace/a.md', to: '/workspace/c.md' }], writeB],
])('after %j, %j runs at once', (earlier, later) => {
  expect(isOrdered(later, earlier)).toBe(false)
})

test.each<[name: string, args: Readonly<Record<string, unknown>>]>([
  ['move_file', { from: 7 }],
  ['debug_set_breakpoints', { path: {} }],
  ['compose_files', { edits: 'all' }],
  ['manage_terminal', { action: [] }],
  ['no_such_tool', {}],
])('%s is ordered whatever its arguments are, such as %j', (name, args) => {
  expect(isOrdered([name, args], writeB)).toBe(true)
})
