import type { Script } from './model-server.ts'
import { calls, reads, says, scriptAgents } from './scripted-agents.ts'

const pages = '/workspace/src/pages.js'

/** For tests: an agent that changes several places of the sample project. */
export const changesScript: Script = scriptAgents({
  'Mend the pages': [
    calls(reads(pages), {
      name: 'edit_file',
      args: {
        ...{ file_path: pages, old_string: 'Math.floor', new_string: 'Math.ceil' },
      },
    }),
    calls({
      name: 'edit_file',
      args: {
        ...{ file_path: pages, old_string: 'pages are counted from 1.' },
        new_string: 'pages are counted from 1, the first.',
      },
    }),
    calls({
      name: 'edit_file',
      args: {
        file_path: pages,
        old_string: '  return list.slice((shown - 1) * size, shown * size)',
        new_string: '  const start = (shown - 1) * size\n  return list.slice(start, start + size)',
      },
    }),
    calls({
      name: 'write_file',
      args: { file_path: '/workspace/NOTES.md', content: '# What was mended\n\nThe last page.\n' },
    }),
    calls(reads('/workspace/README.md'), {
      name: 'edit_file',
      args: {
        ...{ file_path: '/workspace/README.md', old_string: '# Reading list' },
        new_string: '# The reading list',
      },
    }),
    says('Mended.'),
  ],
})
