import { z } from 'zod'
import { SEVERITIES } from '../../../code/facts/severities.ts'
import { defineTool, pathOf } from '../../definition/define-tool.ts'
import { ALL_FILES } from '../../definition/touches.ts'

export const getDiagnostics = defineTool({
  name: 'get_diagnostics',
  effect: 'read',
  description:
    'Asks language servers (TypeScript, JavaScript, Python, and what a person has set up) what is wrong with files as they are on disk: types, imports, syntax. Answers a line each, `path:line:column severity code message`, errors first, at most 100, with counts. Without a path it looks at the files that changed in this session: ask so after you have edited. Of a folder at most 200 files are looked at. Nothing is built or run.',
  schema: z.object({
    path: z
      .string()
      .optional()
      .describe('A file or a folder, as in /workspace/src. Without it: what has changed.'),
    severity: z
      .enum(SEVERITIES)
      .default('warning')
      .describe('The least grave that is told: error, warning, information or hint.'),
  }),
  touches: () => ({ reads: [ALL_FILES] }),
  title: (args) =>
    args['path'] === undefined && args['file_path'] === undefined
      ? 'Check what has changed'
      : `Check ${pathOf(args['path'] ?? args['file_path'])}`,
})
