import { expect, test } from 'vitest'
import { isNameOf } from './protected-names.ts'

// CVE-2014-9390, CVE-2019-1352 (git) and CVE-2025-59944 (Cursor): a name that another system takes for a protected one.
test.each([
  ['.git', ['.GIT', '.git.', '.git . .', '.git ', 'GIT~1', 'git~2', '.g\u200cit', '.git\ufeff']],
  ['.git', ['.git::$INDEX_ALLOCATION', '.git:x', '.ｇit', 'gi7eba~1']],
  ['.mcp.json', ['.mcp.json.', '.mcp.json ', 'MCP~1.JSO', '.MCP.json::$DATA', '.mcp\u200d.json']],
  ['.orrery', ['ORRERY~1', '.orrery..', '.Orrery', 'orab12~1', '.orr\u202eery']],
  ['.claude', ['CLAUDE~1', '.claude.', 'claude~12']],
] as const)('%s is also %j', (known, names) => {
  expect(names.filter((name) => !isNameOf(name, known))).toEqual([])
})

test.each([
  ['.git', ['.gitignore', 'git', '.github', 'digit~1', 'git~', '.git~1', 'git1', 'g~1', '..', '.']],
  ['.mcp.json', ['mcp.json', '.mcp.json5', 'MCP~1', '.mcp', 'mcp~1.js']],
  ['.orrery', ['orrery', '.orrery-old', 'ORRERY~1.md', 'orchid~1']],
] as const)('%s is none of %j', (known, names) => {
  expect(names.filter((name) => isNameOf(name, known))).toEqual([])
})
