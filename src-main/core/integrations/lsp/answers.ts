import { z } from 'zod'

// What servers answer, as far as we use it. Whatever else is in it is theirs.

const Point = z.object({ line: z.int().nonnegative(), character: z.int().nonnegative() })
const Range = z.object({ start: Point, end: Point })

const LspDiagnostic = z.object({
  range: Range,
  severity: z.int().min(1).max(4).optional(),
  code: z.union([z.string(), z.number()]).optional(),
  message: z.string(),
})
export type LspDiagnostic = z.infer<typeof LspDiagnostic>

export const Published = z.object({
  uri: z.string(),
  version: z.int().nullish(),
  diagnostics: z.array(LspDiagnostic),
})

export const Report = z.object({ items: z.array(LspDiagnostic).default([]) })

export const Initialized = z.object({
  capabilities: z.looseObject({
    diagnosticProvider: z.looseObject({}).optional(),
    workspace: z
      .looseObject({
        fileOperations: z.looseObject({ willRename: z.looseObject({}).optional() }).optional(),
      })
      .optional(),
  }),
})
export type Capabilities = z.infer<typeof Initialized>['capabilities']

const LspEdit = z.object({ range: Range, newText: z.string() })
export type LspEdit = z.infer<typeof LspEdit>

/** Edits of texts; what would create or delete files is left out. */
export const WorkspaceEdit = z
  .object({
    changes: z.record(z.string(), z.array(LspEdit)).optional(),
    documentChanges: z
      .array(
        z.union([
          z.object({ textDocument: z.object({ uri: z.string() }), edits: z.array(LspEdit) }),
          z.looseObject({ kind: z.string() }),
        ]),
      )
      .optional(),
  })
  .nullable()
export type WorkspaceEdit = z.infer<typeof WorkspaceEdit>

/** What a server asks for by sections of settings. */
export const Items = z.object({ items: z.array(z.object({ section: z.string().optional() })) })
