import { below } from './folder-rule.ts'

export const storeRules = below('src-main/core', {
  store: {
    holds: 'one store with all its parts; the host that owns it',
    imports: [
      'runtime',
      'store/backup',
      'store/blobs',
      'store/checkpoints',
      'store/commits',
      'store/database',
      'store/events',
      'store/migrations',
      'store/opening',
      'store/recovery',
      'store/tables',
      'src-shared/**',
      'node:*',
      'npm:better-sqlite3',
    ],
  },
  'store/backup': {
    holds: 'backups while runs go on, and restoring them',
    imports: [
      'runtime',
      'store/database',
      'store/opening',
      'store/recovery',
      'src-shared/**',
      'node:*',
      'npm:better-sqlite3',
      'npm:zod',
    ],
  },
  'store/blobs': {
    holds: 'contents by their hash, compressed by a worker',
    imports: ['runtime', 'store/commits', 'store/database', 'src-shared/**', 'node:*', 'npm:zod'],
  },
  'store/checkpoints': {
    holds: "LangGraph's checkpoints as rows",
    imports: ['store/blobs', 'store/commits', 'store/database', 'store/events', 'src-shared/**'],
  },
  'store/commits': {
    holds: 'writes wait in order and are committed in groups',
    imports: ['store/database', 'src-shared/**', 'node:*'],
  },
  'store/database': {
    holds: "the connection, reading, errors, the owner's lock, files that survive a power cut",
    imports: ['runtime', 'src-shared/**', 'node:*', 'npm:better-sqlite3', 'npm:zod'],
  },
  'store/events': {
    holds: 'the event log: appending, reading, following; states of live sessions',
    imports: ['runtime', 'store/commits', 'store/database', 'src-shared/**'],
  },
  'store/file-format': {
    holds: "SQLite's file format: header, pages, b-trees, records, the write-ahead log",
    imports: ['node:*'],
  },
  'store/migrations': {
    holds: 'one file a version of the schema',
    imports: ['store/database'],
  },
  'store/opening': {
    holds:
      'opens a database: migrates it, reads it into memory where it may not be written, puts another in its place',
    imports: [
      'runtime',
      'store/database',
      'store/file-format',
      'store/migrations',
      'src-shared/**',
      'node:*',
      'npm:better-sqlite3',
    ],
  },
  'store/recovery': {
    holds: 'finds damage, and saves what can be read of a damaged store',
    imports: [
      'runtime',
      'store/blobs',
      'store/database',
      'store/events',
      'store/file-format',
      'store/migrations',
      'store/opening',
      'src-shared/**',
      'node:*',
      'npm:better-sqlite3',
      'npm:zod',
    ],
  },
  'store/search': {
    holds: "the index over every session's log, in a worker thread",
    imports: [
      'runtime',
      'store',
      'store/blobs',
      'store/database',
      'store/events',
      'store/opening',
      'src-shared/**',
      'node:*',
      'npm:better-sqlite3',
      'npm:zod',
    ],
  },
  'store/sizes': {
    holds: 'how much each session holds, measured in a worker',
    imports: ['runtime', 'store/database', 'store/opening', 'src-shared/**', 'node:*'],
  },
  'store/tables': {
    holds: 'sessions, projects, settings, permissions, trust, tasks, documents: one file a table',
    imports: [
      'runtime',
      'store/blobs',
      'store/commits',
      'store/database',
      'store/events',
      'src-shared/**',
    ],
  },
  'store/vectors': {
    holds:
      "pieces of projects' files with their words and vectors, in a worker thread; **the only sqlite-vec**",
    imports: [
      'files',
      'runtime',
      'store/database',
      'text',
      'src-shared/**',
      'node:*',
      'npm:better-sqlite3',
      'npm:sqlite-vec',
    ],
  },
})
